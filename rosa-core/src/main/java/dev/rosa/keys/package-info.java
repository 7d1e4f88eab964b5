/**
 * Session keys: their input, their derivation, and the secrets themselves (PROTOCOL §2; ROSA
 * §4.2.1). Secrets are redacted in {@code toString} and can be destroyed.
 *
 * <p>Depends on {@code dev.rosa.wire}. Start reading at {@link dev.rosa.keys.KdfContext}, the one
 * encoder that Authorization Server and router share, then {@link dev.rosa.keys.KeyDerivation}.
 */
package dev.rosa.keys;
