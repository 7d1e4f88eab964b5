package dev.rosa.proxy.http.relay;

import dev.rosa.proxy.http.ChunkWalker;
import dev.rosa.proxy.http.ResponseHead;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Body of an answer, without the framing of chunks. Owned by one thread. */
final class AnswerBody {
  /** Bytes that are copied at a time. */
  static final int COPY_BYTES = 4_096;

  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private enum Framing {
    COUNTED,
    CHUNKED,
    TO_END
  }

  private final HttpEnd server;
  private final Framing framing;
  private final ChunkWalker chunks = new ChunkWalker();
  private final long stated;
  private long left;

  /** The body behind a head. */
  AnswerBody(HttpEnd server, ResponseHead head, boolean isToHead) {
    this.server = server;
    boolean isEmpty = isToHead || head.isWithoutBody();
    stated = isEmpty ? 0 : head.statedBytes();
    left = stated;
    if (!isEmpty && head.isChunked()) {
      framing = Framing.CHUNKED;
    } else {
      framing = stated < 0 ? Framing.TO_END : Framing.COUNTED;
    }
  }

  /** True if there is none. */
  boolean isEmpty() {
    return framing == Framing.COUNTED && stated == 0;
  }

  /** True if the head tells that it is longer. */
  boolean isStatedLongerThan(long bytes) {
    return stated > bytes;
  }

  /** True if it ends with the connection. */
  boolean isToEnd() {
    return framing == Framing.TO_END;
  }

  /** True if its end is known without reading it. */
  boolean isPlain() {
    return framing != Framing.CHUNKED;
  }

  /** True once all of it was taken. */
  boolean isWhole() {
    return switch (framing) {
      case COUNTED -> left == 0;
      case CHUNKED -> chunks.isDone();
      case TO_END -> server.hasEnded();
    };
  }

  /** True if it cannot be read on: chunks are wrong, or the server has ended too early. */
  boolean isBroken() {
    return chunks.ambiguity() != null || (server.hasEnded() && !isWhole());
  }

  /** Takes what has come of it, out of at most so many bytes of the server. */
  void take(int most, ChunkWalker.Taker taker) {
    int count = Math.min(most, server.count());
    if (framing == Framing.CHUNKED) {
      count = chunks.walk(server.memory(), server.begin(), count, taker);
    } else {
      count = (int) Math.min(count, most());
      if (count > 0) {
        taker.take(server.memory(), server.begin(), count);
      }
      noteTaken(count);
    }
    server.skip(count);
  }

  /** Most bytes that it still has; of a plain one. */
  long most() {
    return framing == Framing.COUNTED ? left : Long.MAX_VALUE;
  }

  /** Bytes of a plain one went elsewhere. */
  void noteTaken(long count) {
    left -= framing == Framing.COUNTED ? count : 0;
  }

  /** Writes bytes of it with the framing that its head tells. */
  void write(HttpEnd client, byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return;
    }
    if (framing == Framing.CHUNKED) {
      String size = Integer.toHexString(length) + "\r\n";
      client.write(size.getBytes(StandardCharsets.US_ASCII));
      client.write(bytes, offset, length);
      client.write(LINE_END);
    } else {
      client.write(bytes, offset, length);
    }
  }

  /** Writes its end. */
  void writeEnd(HttpEnd client) throws IOException {
    if (framing == Framing.CHUNKED) {
      client.write(LAST_CHUNK);
    }
  }
}
