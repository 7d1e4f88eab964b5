package dev.rosa.proxy.http.relay;

import dev.rosa.proxy.http.HeadBuffers;
import dev.rosa.proxy.http.HeadScanner;
import dev.rosa.proxy.http.ResponseHead;
import java.io.IOException;
import java.util.Arrays;

/** Reader of the heads of answers. Interim ones go to the client at once. Owned by one thread. */
final class AnswerHeads {

  /** What has been read. */
  enum Progress {
    /** More bytes are needed. */
    MORE,
    /** The head of the answer. */
    COMPLETE,
    /** Clients may read it in different ways, or it is too long. */
    AMBIGUOUS
  }

  private final HttpEnd server;
  private final HttpEnd client;
  private final HeadScanner scanner;
  private final ResponseHead head = new ResponseHead();
  private byte[] bytes = {};
  private boolean mayBeInterim;

  AnswerHeads(HttpEnd server, HttpEnd client, HeadBuffers buffers) {
    this.server = server;
    this.client = client;
    scanner = new HeadScanner(buffers);
  }

  /** The next head answers this request. */
  void expect(Asked asked) {
    mayBeInterim = asked.isVersion11();
  }

  /** Reads on in what has come of the server. */
  Progress read() throws IOException {
    while (!server.isEmpty()) {
      server.skip(scanner.addAll(server.memory(), server.begin(), server.count()));
      switch (scanner.last()) {
        case INCOMPLETE -> {
          // More bytes, or none.
        }
        case COMPLETE -> {
          Progress end = complete();
          if (end != Progress.MORE) {
            return end;
          }
        }
        default -> {
          return Progress.AMBIGUOUS;
        }
      }
    }
    return Progress.MORE;
  }

  private Progress complete() throws IOException {
    bytes = Arrays.copyOf(scanner.bytes(), scanner.length());
    scanner.clear();
    if (head.read(bytes, bytes.length) != null) {
      return Progress.AMBIGUOUS;
    }
    if (!head.isInterim()) {
      return Progress.COMPLETE;
    }
    if (!mayBeInterim) {
      return Progress.AMBIGUOUS;
    }
    client.write(bytes);
    return Progress.MORE;
  }

  /** The head of the last answer. */
  ResponseHead head() {
    return head;
  }

  /** Its bytes. */
  byte[] bytes() {
    return bytes;
  }

  /** Gives its memory back. */
  void close() {
    scanner.clear();
  }
}
