/**
 * What a code bundle is and whether it may run: limits, structure, manifest, and the check of every
 * instruction against {@code allowed-members.txt} [ROSA §4.1: code is admitted by the Code Server;
 * the router checks the same bytes again].
 *
 * <p>Depends on {@code dev.rosa.api}, {@code dev.rosa.keys} and ASM. Start reading at {@link
 * dev.rosa.bundle.CodeBundle}, then {@link dev.rosa.bundle.AllowListVerifier}.
 */
package dev.rosa.bundle;
