package dev.rosa.examples.bench.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Fields of several sizes, read from a buffer and written to another. */
public final class BufferKernel extends PayloadKernel {

  private static final int BYTES = 16;

  private final ByteBuffer out = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);

  @Override
  int result(byte[] payload, int length) {
    ByteBuffer in = ByteBuffer.wrap(payload, 0, length);
    out.clear();
    while (in.remaining() >= BYTES) {
      out.putLong(in.getLong()).putInt(in.getInt()).putShort(in.getShort()).putShort((short) 1);
      in.getShort();
    }
    return out.position() + out.getInt(0);
  }
}
