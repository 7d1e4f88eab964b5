/**
 * Engines that work on many packets at once, on intel-ipsec-mb: HMAC, AES-CTR, AES-GCM and AES-GMAC
 * for whole batches in one native call.
 *
 * <p>Depends on {@code dev.rosa.crypto}, {@code dev.rosa.keys}, {@code dev.rosa.wire} and {@code
 * dev.rosa.nativecode}. Start reading at {@link dev.rosa.multibuffer.BatchRun}, then {@code
 * native/src/main/c/multibuffer/engine.c}; the decisions are in ADR 0008.
 */
package dev.rosa.multibuffer;
