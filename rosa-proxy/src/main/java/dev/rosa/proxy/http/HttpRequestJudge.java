package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.StreamJudge;
import java.nio.ByteBuffer;

/**
 * Judge of all requests of a connection, kept or pipelined: head by head, with the bodies between
 * them counted. A head is read once it is complete; till then its bytes are held.
 *
 * <p>After a request that may change the protocol the client must wait for the server's answer:
 * {@link #mayUpgrade}, {@link #notUpgraded}. Bytes before it are refused. Nothing is allocated for
 * a request. Owned by one thread.
 */
public final class HttpRequestJudge implements StreamJudge {

  private enum At {
    HEAD,
    COUNTED_BODY,
    CHUNKED_BODY,
    UPGRADE,
    REFUSED
  }

  private final HeadScanner scanner;
  private final RequestHead head;
  private final ServerEnd server;
  private final HttpPolicy policy;
  private final ChunkWalker chunks = new ChunkWalker();

  private At at = At.HEAD;
  private long bodyLeft;
  private long unread;
  private RefusalReason reason;
  private Ambiguity ambiguity;

  /**
   * For one connection.
   *
   * @param buffers shared by the connections of a worker
   * @param head shared by them as well
   */
  public HttpRequestJudge(
      HeadBuffers buffers, RequestHead head, ServerEnd server, HttpPolicy policy) {
    scanner = new HeadScanner(buffers);
    this.head = head;
    this.server = server;
    this.policy = policy;
  }

  @Override
  public Judgement judge(ByteBuffer memory, int offset, int length) {
    int done = 0;
    while (done < length && at != At.REFUSED) {
      done += advance(memory, offset + done, length - done);
    }
    if (at == At.REFUSED) {
      return Judgement.REFUSE;
    }
    return scanner.length() > 0 ? Judgement.HOLD : Judgement.PASS;
  }

  /**
   * Judges on, to the end of a head or a body at most: what belongs to the next request is left.
   *
   * @return bytes that were judged; {@link #reason} tells whether they are refused
   */
  public int advance(ByteBuffer memory, int offset, int length) {
    return switch (at) {
      case HEAD -> scan(memory, offset, length);
      case COUNTED_BODY -> count(length);
      case CHUNKED_BODY -> walk(memory, offset, length);
      case UPGRADE -> {
        refuse(RefusalReason.UPGRADE);
        yield length;
      }
      case REFUSED -> length;
    };
  }

  private int count(int length) {
    int counted = (int) Math.min(bodyLeft, length);
    skip(counted);
    return counted;
  }

  @Override
  public long skippableBytes() {
    return at == At.COUNTED_BODY ? bodyLeft : 0;
  }

  @Override
  public void skip(long bytes) {
    bodyLeft -= bytes;
    unread += bytes;
    if (bodyLeft == 0) {
      at = At.HEAD;
    }
  }

  private int walk(ByteBuffer memory, int offset, int length) {
    int walked = chunks.walk(memory, offset, length);
    if (chunks.ambiguity() != null) {
      refuseAmbiguous(chunks.ambiguity());
    } else if (chunks.isDone()) {
      at = At.HEAD;
    }
    return walked;
  }

  private int scan(ByteBuffer memory, int offset, int length) {
    unread = 0;
    int taken = scanner.addAll(memory, offset, length);
    switch (scanner.last()) {
      case COMPLETE -> decide();
      case AMBIGUOUS -> refuseAmbiguous(scanner.ambiguity());
      case TOO_LONG -> refuse(RefusalReason.HEAD_TOO_LONG);
      case NO_ROOM -> refuse(RefusalReason.NO_ROOM);
      case INCOMPLETE -> {
        // Held until more comes.
      }
    }
    return taken;
  }

  private void decide() {
    if (RequestHead.isPreface(scanner.bytes(), scanner.length())) {
      refuse(RefusalReason.UPGRADE);
      return;
    }
    Ambiguity wrong = head.read(scanner.bytes(), scanner.length(), server);
    if (wrong != null) {
      refuseAmbiguous(wrong);
      return;
    }
    decide(policy.decide(head));
    scanner.clear();
  }

  private void decide(Judgement decision) {
    if (decision == Judgement.REFUSE) {
      end(RefusalReason.RULE);
    } else if (head.asksForUpgrade()) {
      decideUpgrade(decision);
    } else {
      beginBody();
    }
  }

  private void decideUpgrade(Judgement decision) {
    if (decision != Judgement.PASS_THROUGH) {
      refuse(RefusalReason.UPGRADE);
      return;
    }
    beginBody();
    // A body and a change of the protocol: servers differ on which comes first.
    if (at != At.HEAD) {
      refuseAmbiguous(Ambiguity.UNEXPECTED_BODY);
    } else {
      at = At.UPGRADE;
    }
  }

  private void beginBody() {
    bodyLeft = head.bodyBytes();
    if (head.isChunked()) {
      chunks.begin();
      at = At.CHUNKED_BODY;
    } else {
      at = bodyLeft > 0 ? At.COUNTED_BODY : At.HEAD;
    }
  }

  private void refuseAmbiguous(Ambiguity why) {
    ambiguity = why;
    refuse(RefusalReason.AMBIGUOUS);
  }

  private void refuse(RefusalReason why) {
    policy.refused(why, ambiguity);
    end(why);
  }

  private void end(RefusalReason why) {
    reason = why;
    at = At.REFUSED;
    scanner.clear();
  }

  /** True if bytes of a body follow that a request has told. */
  public boolean isInBody() {
    return at == At.COUNTED_BODY || at == At.CHUNKED_BODY;
  }

  /** True if the next byte begins a request. */
  public boolean isAtRest() {
    return at == At.HEAD && scanner.length() == 0;
  }

  /** Whole requests have passed that it has not seen; it must be at rest. */
  public void skipped() {
    unread = 0;
  }

  /** True if the server may change the protocol now; then the stream passes through. */
  public boolean mayUpgrade() {
    return at == At.UPGRADE;
  }

  /** The server stays with HTTP. */
  public void notUpgraded() {
    if (at == At.UPGRADE) {
      at = At.HEAD;
    }
  }

  /** The connection is gone: gives its memory back. */
  public void close() {
    scanner.clear();
  }

  @Override
  public RefusalReason reason() {
    return reason;
  }

  /** What was ambiguous; null if nothing was. */
  public Ambiguity ambiguity() {
    return ambiguity;
  }

  @Override
  public long unreadBytes() {
    return unread;
  }
}
