package dev.rosa.bench.path.traffic;

import java.nio.ByteBuffer;

/**
 * Maker of Ethernet frames, all of one length, that go from src towards dst. Owned by one thread.
 */
public interface FrameSource {

  /** Frames that are made together at most. */
  int BATCH = 64;

  /** Bytes of Ethernet header. */
  int ETHERNET = 14;

  /** Of each frame, Ethernet header included. */
  int frameBytes();

  /** Offset of each frame's number: 64 bits, one more from frame to frame. */
  int sequenceOffset();

  /** Most consecutive frames that the sender may hand to the kernel as one packet. */
  default int trainFrames() {
    return 1;
  }

  /**
   * Writes the next frames.
   *
   * @param memory big-endian
   * @param offset of the first
   * @param stride from one to the next
   * @param count at most {@link #BATCH}
   */
  void write(ByteBuffer memory, int offset, int stride, int count);
}
