/**
 * Which provider serves which suite: named in XML, resolved at start, and trusted only after it
 * gave the known answer (ROSA §5, §6.3). A provider that is missing or wrong is an error, never
 * replaced silently.
 *
 * <p>Depends on {@code dev.rosa.crypto}, {@code config}, {@code vectors} and what they depend on.
 * Start reading at {@link dev.rosa.provider.ProviderRegistry}.
 */
package dev.rosa.provider;
