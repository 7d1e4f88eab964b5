/**
 * Checks of signatures on a JCE provider that was tried before: the fastest of those that are
 * there, or the one that a configuration names (PROTOCOL §6).
 *
 * <p>Depends on {@code dev.rosa.provider}, which brings providers up, and {@code dev.rosa.config}.
 * Start reading at {@link dev.rosa.signature.SignatureProviders}.
 */
package dev.rosa.signature;
