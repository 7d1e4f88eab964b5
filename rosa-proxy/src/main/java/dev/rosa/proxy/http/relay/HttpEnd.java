package dev.rosa.proxy.http.relay;

import dev.rosa.kernel.socket.TransparentSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** One end of a relayed connection: its socket, and bytes that came of it. Owned by one thread. */
final class HttpEnd {

  /** Most bytes that wait here; the rest waits in the kernel. */
  static final int BUFFER_BYTES = 16_384;

  /** Bytes that are written at a time. */
  static final int SLICE_BYTES = 1 << 16;

  private final TransparentSocket socket;
  private final int writeMillis;
  private final byte[] bytes = new byte[BUFFER_BYTES];
  private final ByteBuffer memory = ByteBuffer.wrap(bytes);
  private int begin;
  private int end;
  private long seen;
  private long written;
  private boolean ended;
  private boolean isBroken;

  HttpEnd(TransparentSocket socket, int writeMillis) {
    this.socket = socket;
    this.writeMillis = writeMillis;
  }

  TransparentSocket socket() {
    return socket;
  }

  int writeMillis() {
    return writeMillis;
  }

  /** Takes what has come if nothing waits here; true if something does now. */
  boolean fill() throws IOException {
    if (isEmpty() && !ended) {
      int count = read();
      ended = count == TransparentSocket.END;
      begin = 0;
      end = Math.max(0, count);
      seen += end;
    }
    return !isEmpty();
  }

  private int read() throws IOException {
    try {
      return socket.read(bytes);
    } catch (IOException e) {
      isBroken = true;
      throw e;
    }
  }

  /** True if the peer has broken the connection off, or takes nothing. */
  boolean isBroken() {
    return isBroken;
  }

  boolean isEmpty() {
    return begin == end;
  }

  /** True if nothing comes any more, and nothing waits here. */
  boolean hasEnded() {
    return ended && isEmpty();
  }

  /** The peer was seen to end. */
  void noteEnd() {
    ended = true;
  }

  /** Memory of the bytes that wait, from {@link #begin}. */
  ByteBuffer memory() {
    return memory;
  }

  int begin() {
    return begin;
  }

  int count() {
    return end - begin;
  }

  /** The first bytes that wait are done. */
  void skip(int count) {
    begin += count;
  }

  void write(byte[] all) throws IOException {
    write(all, 0, all.length);
  }

  void write(byte[] from, int offset, int length) throws IOException {
    for (int at = 0; at < length; at += SLICE_BYTES) {
      int first = offset + at;
      int bytesNow = Math.min(SLICE_BYTES, length - at);
      writeSlice(Arrays.copyOfRange(from, first, first + bytesNow));
      written += bytesNow;
    }
  }

  private void writeSlice(byte[] slice) throws IOException {
    try {
      socket.write(slice, writeMillis);
    } catch (IOException e) {
      isBroken = true;
      throw e;
    }
  }

  /** Gives the first bytes that wait to another end. */
  void giveTo(HttpEnd other, int count) throws IOException {
    other.write(bytes, begin, count);
    skip(count);
  }

  /** Bytes went to it that were not seen here. */
  void noteWritten(long count) {
    written += count;
  }

  long seen() {
    return seen;
  }

  long written() {
    return written;
  }
}
