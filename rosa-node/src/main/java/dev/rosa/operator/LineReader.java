package dev.rosa.operator;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reader of one line of bounded length. Stateless. */
final class LineReader {

  private static final int BUFFER_BYTES = 64 << 10;

  private LineReader() {}

  /**
   * Reads up to the first line feed, which is the last byte that a request has.
   *
   * @throws IOException if it is longer, or does not end
   */
  static byte[] read(InputStream in, int mostBytes) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] buffer = new byte[BUFFER_BYTES];
    while (line.size() <= mostBytes) {
      int count = in.read(buffer);
      if (count < 0) {
        throw new EOFException("the request does not end");
      }
      boolean isEnd = count > 0 && buffer[count - 1] == '\n';
      line.write(buffer, 0, isEnd ? count - 1 : count);
      if (isEnd) {
        return line.toByteArray();
      }
    }
    throw new IOException("the request is longer than " + mostBytes + " bytes");
  }
}
