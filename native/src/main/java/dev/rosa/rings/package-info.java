/**
 * The system calls of packet rings by JNI (ADR 0014), for {@code dev.rosa.kernel}, which finds them
 * by the ServiceLoader and does without where they are absent.
 *
 * <p>Depends on {@code dev.rosa.kernel} and {@code dev.rosa.nativecode}. Start reading at {@link
 * dev.rosa.rings.JniRingCalls}, then {@code native/src/main/c/rings}.
 */
package dev.rosa.rings;
