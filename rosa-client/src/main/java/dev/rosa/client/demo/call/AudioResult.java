package dev.rosa.client.demo.call;

import java.nio.file.Path;

/**
 * Result of the demo's audio transmission: its packets, the file written, and whether that equals a
 * local transcode.
 *
 * @param exact whether every byte is that of a local transcode
 * @param file where it was written
 */
public record AudioResult(RtpCall.Outcome outcome, boolean exact, Path file) {}
