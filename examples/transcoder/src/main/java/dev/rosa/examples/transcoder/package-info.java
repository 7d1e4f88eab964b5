/**
 * Active application that halves the bytes of a telephone-quality audio stream on its way.
 *
 * <p>Depends on {@code dev.rosa.api} only. Start reading at {@link
 * dev.rosa.examples.transcoder.Transcoder}.
 */
package dev.rosa.examples.transcoder;
