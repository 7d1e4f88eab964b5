package dev.rosa.proxy.icap;

import dev.rosa.proxy.http.ChunkWalker;
import dev.rosa.proxy.http.HeadBuffers;
import dev.rosa.proxy.http.HeadScanner;
import dev.rosa.proxy.http.ResponseHead;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of what a service says to one request, in pieces of any size: a head, and behind 200 an
 * answer of HTTP. It keeps no more than it was told to. Owned by one thread.
 */
final class IcapReader {

  private enum At {
    HEAD,
    INNER_HEAD,
    BODY,
    COMPLETE
  }

  private static final int CONTINUE = 100;
  private static final int OK = 200;
  private static final int NO_CONTENT = 204;
  private static final int LEAST_BYTES = 4_096;
  private static final Pattern ANSWER = Pattern.compile("res-hdr=0,(res|null)-body=(\\d{1,5})");

  private final int mostBytes;
  private final boolean hasAnswer;
  private final IntPredicate room;
  private final HeadScanner headScanner = new HeadScanner(new HeadBuffers(1), true);
  private final HeadScanner innerScanner = new HeadScanner(new HeadBuffers(1));
  private final ChunkWalker chunks = new ChunkWalker();
  private final ResponseHead inner = new ResponseHead();

  private At at = At.HEAD;
  private IcapHead head;
  private int innerBytes;
  private boolean hasBody;
  private boolean isTooLong;
  private boolean isOutOfRoom;
  private byte[] body = {};
  private int bodyBytes;

  /**
   * A reader of one answer.
   *
   * @param mostBytes of a body of HTTP
   * @param hasAnswer whether 200 has an answer of HTTP; else it is complete with its head
   * @param room tells whether there is memory for so many bytes of a body, in all
   */
  IcapReader(int mostBytes, boolean hasAnswer, IntPredicate room) {
    this.mostBytes = mostBytes;
    this.hasAnswer = hasAnswer;
    this.room = room;
  }

  /**
   * Reads on.
   *
   * @return true once it is complete, or says 100 Continue; what follows is left
   * @throws IcapException in words about what it has said
   */
  boolean read(ByteBuffer bytes) throws IcapException {
    while (bytes.hasRemaining() && !isComplete() && !isToContinue()) {
      int taken = at == At.BODY ? walk(bytes) : scan(bytes);
      bytes.position(bytes.position() + taken);
    }
    return isComplete() || isToContinue();
  }

  private int scan(ByteBuffer bytes) throws IcapException {
    boolean isInner = at == At.INNER_HEAD;
    HeadScanner scanner = isInner ? innerScanner : headScanner;
    int taken = scanner.addAll(bytes, bytes.position(), bytes.remaining());
    switch (scanner.last()) {
      case INCOMPLETE -> requireShort(isInner);
      case COMPLETE -> {
        byte[] text = Arrays.copyOf(scanner.bytes(), scanner.length());
        scanner.clear();
        if (isInner) {
          endInnerHead(text);
        } else {
          endHead(text);
        }
      }
      case TOO_LONG -> throw new IcapException("it says a head without end");
      default ->
          throw new IcapException(
              isInner ? "its answer of HTTP is ambiguous" : "what it says is no ICAP");
    }
    return taken;
  }

  private void requireShort(boolean isInner) throws IcapException {
    if (isInner && innerScanner.length() >= innerBytes) {
      throw badPlaces();
    }
  }

  private static IcapException badPlaces() {
    return new IcapException("its answer of HTTP is not where it says");
  }

  private void endHead(byte[] text) throws IcapException {
    head = new IcapHead(text, text.length);
    if (head.status() == OK && hasAnswer) {
      places();
      at = At.INNER_HEAD;
    } else if (head.status() == OK || head.status() == NO_CONTENT) {
      if (hasAnswer && !head.finding().isEmpty()) {
        throw new IcapException("it lets pass what it has found something in");
      }
      at = At.COMPLETE;
    } else if (head.status() != CONTINUE) {
      throw new IcapException("it says " + head.status());
    }
  }

  private void places() throws IcapException {
    Matcher matcher = ANSWER.matcher(head.encapsulated());
    if (!matcher.matches()) {
      throw badPlaces();
    }
    hasBody = matcher.group(1).equals("res");
    innerBytes = Integer.parseInt(matcher.group(2));
  }

  private void endInnerHead(byte[] text) throws IcapException {
    if (text.length != innerBytes) {
      throw badPlaces();
    }
    if (inner.read(text, text.length) != null || inner.status() < OK) {
      throw new IcapException("its answer of HTTP is ambiguous");
    }
    at = hasBody ? At.BODY : At.COMPLETE;
  }

  private int walk(ByteBuffer bytes) throws IcapException {
    int taken = chunks.walk(bytes, bytes.position(), bytes.remaining(), this::keep);
    if (isTooLong) {
      throw new IcapException("its answer of HTTP is too long");
    }
    if (chunks.ambiguity() != null) {
      throw new IcapException("the chunks of its answer are wrong");
    }
    if (isOutOfRoom) {
      throw new IcapException("no memory to hold its answer");
    }
    if (bodyBytes > 0 && inner.isWithoutBody()) {
      // Clients would take it for the beginning of another answer.
      throw new IcapException("its answer of HTTP is ambiguous");
    }
    at = chunks.isDone() ? At.COMPLETE : At.BODY;
    return taken;
  }

  private void keep(ByteBuffer bytes, int offset, int length) {
    isTooLong |= length > mostBytes - bodyBytes;
    if (!isTooLong) {
      int needed = bodyBytes + length;
      if (needed > body.length && !grow(needed)) {
        isOutOfRoom = true;
        return;
      }
      bytes.get(offset, body, bodyBytes, length);
      bodyBytes = needed;
    }
  }

  private boolean grow(int needed) {
    int size = Math.max(needed, Math.max(LEAST_BYTES, Math.min(2 * bodyBytes, mostBytes)));
    if (!room.test(size)) {
      return false;
    }
    body = Arrays.copyOf(body, size);
    return true;
  }

  boolean isComplete() {
    return at == At.COMPLETE;
  }

  /** True if it wants the rest of the body. */
  boolean isToContinue() {
    return at == At.HEAD && head != null;
  }

  /** The rest is sent: another head follows. */
  void goOn() {
    head = null;
  }

  /** The head of the last answer. */
  IcapHead head() {
    return head;
  }

  /** What it says about an answer, once it is complete. */
  IcapVerdict verdict() {
    if (head.status() == NO_CONTENT) {
      return IcapVerdict.unchanged();
    }
    String finding = head.finding();
    IcapVerdict.Kind kind = finding.isEmpty() ? IcapVerdict.Kind.CHANGED : IcapVerdict.Kind.FOUND;
    return new IcapVerdict(kind, finding, inner.copyFor(bodyBytes), Arrays.copyOf(body, bodyBytes));
  }
}
