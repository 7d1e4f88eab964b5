/**
 * System calls of packet rings by JNI (ADR 14). {@code dev.rosa.kernel} finds them by the
 * ServiceLoader and works without them where they are absent.
 *
 * <p>Depends on {@code dev.rosa.kernel} and {@code dev.rosa.nativecode}. Start reading at {@link
 * dev.rosa.rings.JniRingCalls}, then {@code native/src/main/c/rings}.
 */
package dev.rosa.rings;
