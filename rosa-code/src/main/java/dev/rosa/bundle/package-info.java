/**
 * Code bundles and their admission check: limits, structure, manifest, and every instruction
 * against {@code allowed-members.txt}. The Code Server admits code; the router checks the same
 * bytes again [ROSA §4.1].
 *
 * <p>Depends on {@code dev.rosa.api}, {@code dev.rosa.keys} and ASM. Start reading at {@link
 * dev.rosa.bundle.CodeBundle}, then {@link dev.rosa.bundle.AllowListVerifier}.
 */
package dev.rosa.bundle;
