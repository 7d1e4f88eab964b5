package dev.rosa.packetio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes captures as foreign programs do, in any byte order and unit. */
final class Capture {
  private final ByteBuffer bytes = ByteBuffer.allocate(1 << 20);

  Capture(ByteOrder order, int magic, int linkType) {
    bytes.order(order).putInt(magic).putShort((short) 2).putShort((short) 4).putLong(0);
    bytes.putInt(262_144).putInt(linkType);
  }

  Capture frame(int seconds, int fraction, byte[] frame) {
    return frame(seconds, fraction, frame, frame.length);
  }

  Capture frame(int seconds, int fraction, byte[] frame, int wireLength) {
    bytes.putInt(seconds).putInt(fraction).putInt(frame.length).putInt(wireLength);
    bytes.put(frame);
    return this;
  }

  byte[] toBytes() {
    byte[] all = new byte[bytes.position()];
    bytes.get(0, all);
    return all;
  }

  Path writeTo(Path file) throws IOException {
    return Files.write(file, toBytes());
  }
}
