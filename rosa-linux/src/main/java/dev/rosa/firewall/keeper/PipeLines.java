package dev.rosa.firewall.keeper;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reader of lines of bounded length from a pipe whose other end is not trusted. Its input never
 * takes more memory than one line. Takes no byte out of the pipe that is behind a line. Owned by
 * one thread.
 */
final class PipeLines implements Closeable {

  private final InputStream pipe;
  private final byte[] line;

  PipeLines(InputStream pipe, int longestBytes) {
    this.pipe = pipe;
    this.line = new byte[longestBytes];
  }

  /**
   * The next line without its end, waited for; null if the pipe has ended, with what may stand in
   * it of a line.
   *
   * @throws IOException if the line is too long
   */
  String next() throws IOException {
    int length = 0;
    for (int next = pipe.read(); next != '\n'; next = pipe.read()) {
      if (next < 0) {
        return null;
      }
      if (length == line.length) {
        throw new IOException("a line is longer than " + length + " bytes");
      }
      line[length++] = (byte) next;
    }
    return new String(line, 0, length, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    pipe.close();
  }
}
