package dev.rosa.router;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** A frame on which the router did what it must not do. */
final class StormFinding extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final long batch;
  private final String frame;

  StormFinding(long batch, String what, ByteBuffer frame, Throwable cause) {
    super("in batch " + batch + ": " + what, cause);
    this.batch = batch;
    byte[] bytes = new byte[frame.remaining()];
    frame.get(bytes);
    this.frame = HexFormat.of().formatHex(bytes);
  }

  /** Number of the batch. */
  long batch() {
    return batch;
  }

  /** The frame in hex; all of the batch if it is not known which. */
  String frame() {
    return frame;
  }
}
