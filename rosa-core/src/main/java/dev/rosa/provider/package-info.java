/**
 * Choice of the provider that serves each suite (ROSA §5, §6.3). It is named in XML, loaded at
 * start, and trusted only after the known answer. With {@code choose="auto"} it is measured against
 * the others. An absent provider may be optional; a wrong one never serves, and none is replaced
 * silently.
 *
 * <p>A configuration becomes a registry in this order: {@code ProvidersConfig} (contents of the
 * file), {@code ProviderLoader} and {@code DropIn} (classes and jars), {@code Servers} (a provider
 * for a suite), {@code KnownAnswer}, {@code AutoChoice} with {@code EngineRace} and {@code
 * MeasurementFile}. {@code RegistryBuilder} leads them all.
 *
 * <p>Depends on {@code dev.rosa.crypto}, {@code session}, {@code config}, {@code vectors} and their
 * dependencies. Start reading at {@link dev.rosa.provider.ProviderRegistry}; benches and tests at
 * {@link dev.rosa.provider.Candidates}.
 */
package dev.rosa.provider;
