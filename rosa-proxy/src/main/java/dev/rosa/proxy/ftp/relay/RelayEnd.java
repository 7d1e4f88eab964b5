package dev.rosa.proxy.ftp.relay;

import dev.rosa.kernel.socket.TransparentSocket;
import dev.rosa.proxy.ftp.FtpLines;
import dev.rosa.proxy.relay.LastBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/** One end of a relayed control connection: its socket and its lines. Owned by one thread. */
final class RelayEnd {
  private static final int READ_BYTES = 4_096;

  private final TransparentSocket socket;
  private final int writeMillis;
  private final FtpLines lines = new FtpLines();
  private final Queue<String> complete = new ArrayDeque<>();
  private final byte[] buffer = new byte[READ_BYTES];
  private long written;
  private boolean ended;

  RelayEnd(TransparentSocket socket, int writeMillis) {
    this.socket = socket;
    this.writeMillis = writeMillis;
  }

  TransparentSocket socket() {
    return socket;
  }

  /** Lines that came, and were not judged yet. */
  Queue<String> lines() {
    return complete;
  }

  /** What is wrong with its bytes; of {@link FtpLines}. */
  FtpLines fault() {
    return lines;
  }

  boolean hasEnded() {
    return ended;
  }

  long written() {
    return written;
  }

  /** Takes what has come as lines. */
  void readLines() throws IOException {
    byte[] bytes = readBytes();
    for (byte b : bytes) {
      String line = lines.add(b);
      if (line != null) {
        complete.add(line);
      }
    }
  }

  /** Takes what has come as it is; nothing if nothing came. */
  byte[] readBytes() throws IOException {
    int count = socket.read(buffer);
    if (count == TransparentSocket.END) {
      ended = true;
      return new byte[0];
    }
    return Arrays.copyOf(buffer, count);
  }

  /** Ends this direction, and lets the peer end the other one: then it reads the last line. */
  void finish() throws IOException {
    if (ended) {
      socket.shutdownOutput();
    } else {
      LastBytes.finish(socket);
    }
  }

  void writeLine(String line) throws IOException {
    write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
  }

  void write(byte[] bytes) throws IOException {
    socket.write(bytes, writeMillis);
    written += bytes.length;
  }
}
