/**
 * Checks of signatures on a JCE provider that was tried before (PROTOCOL §6). The provider is the
 * fastest of those that are there, or the one that a configuration names.
 *
 * <p>Depends on {@code dev.rosa.provider}, which brings providers up, and {@code dev.rosa.config}.
 * Start reading at {@link dev.rosa.signature.SignatureProviders}.
 */
package dev.rosa.signature;
