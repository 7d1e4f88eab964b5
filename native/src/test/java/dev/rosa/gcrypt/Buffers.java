package dev.rosa.gcrypt;

import java.nio.ByteBuffer;

/** Buffers of every kind there is. */
final class Buffers {

  private static final int BEFORE = 13;

  private Buffers() {}

  /** A buffer of a kind with these bytes remaining, not at the beginning of its memory. */
  static ByteBuffer of(String kind, byte[] bytes) {
    int length = bytes.length;
    return switch (kind) {
      case "heap" -> filled(ByteBuffer.allocate(length + 2 * BEFORE), bytes);
      case "slice" -> filled(ByteBuffer.allocate(length + 2 * BEFORE), bytes).slice().limit(length);
      case "direct" -> filled(ByteBuffer.allocateDirect(length + 2 * BEFORE), bytes);
      case "direct slice" -> filled(ByteBuffer.allocateDirect(length + 2 * BEFORE), bytes).slice();
      case "read-only" -> filled(ByteBuffer.allocate(length + BEFORE), bytes).asReadOnlyBuffer();
      case "empty" -> ByteBuffer.allocateDirect(0);
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private static ByteBuffer filled(ByteBuffer buffer, byte[] bytes) {
    return buffer.position(BEFORE).limit(BEFORE + bytes.length).put(bytes).position(BEFORE);
  }
}
