/**
 * Engines on intel-ipsec-mb that process whole batches in one native call: HMAC, AES-CTR, AES-GCM
 * and AES-GMAC.
 *
 * <p>Depends on {@code dev.rosa.crypto}, {@code dev.rosa.keys}, {@code dev.rosa.wire} and {@code
 * dev.rosa.nativecode}. Start reading at {@link dev.rosa.multibuffer.BatchRun}, then {@code
 * native/src/main/c/multibuffer/engine.c}. ADR 8 has the decisions.
 */
package dev.rosa.multibuffer;
