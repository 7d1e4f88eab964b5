/**
 * Audio call of the demo: a melody as RTP packets, sent, received, compared and saved as a WAV
 * file.
 *
 * <p>Depends on {@code dev.rosa.client.demo.progress}. Start reading at {@link
 * dev.rosa.client.demo.call.RtpCall}.
 */
package dev.rosa.client.demo.call;
