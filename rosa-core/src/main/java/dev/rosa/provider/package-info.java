/**
 * Which provider serves which suite: named in XML, brought up at start, trusted only after it gave
 * the known answer, and with {@code choose="auto"} measured against the others (ROSA §5, §6.3).
 * Absent is told apart from wrong: what is absent may be optional; what is wrong never serves, and
 * nothing is replaced silently.
 *
 * <p>A configuration becomes a registry in this order: {@code ProvidersConfig} (what the file
 * says), {@code ProviderLoader} and {@code DropIn} (classes and jars), {@code Servers} (a provider
 * for a suite), {@code KnownAnswer}, {@code AutoChoice} with {@code EngineRace} and {@code
 * MeasurementFile}, all led by {@code RegistryBuilder}.
 *
 * <p>Depends on {@code dev.rosa.crypto}, {@code session}, {@code config}, {@code vectors} and what
 * they depend on. Start reading at {@link dev.rosa.provider.ProviderRegistry}; benches and tests at
 * {@link dev.rosa.provider.Candidates}.
 */
package dev.rosa.provider;
