package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.url.NormalUrl;
import java.util.Arrays;

/**
 * Head of an HTTP/1.x request that all servers read alike, or the reason why they may not. Reused
 * for all requests of a worker; nothing is allocated. Owned by one thread.
 */
public final class RequestHead {
  private static final int LONGEST_METHOD = 24;
  private static final byte[] VERSION_11 = AsciiBytes.of("HTTP/1.1");
  private static final byte[] VERSION_10 = AsciiBytes.of("HTTP/1.0");
  private static final byte[] PREFACE = AsciiBytes.of("PRI");
  private static final byte[] EXPECT = AsciiBytes.of("expect");
  private static final byte[] CONTINUE = AsciiBytes.of("100-continue");

  /** They ask for a part of the content, or for a packed form of it. */
  private static final byte[][] OF_FORM = {
    AsciiBytes.of("range"), AsciiBytes.of("if-range"), AsciiBytes.of("accept-encoding")
  };

  private static final byte[][] WITHOUT_BODY = {
    AsciiBytes.of("GET"), AsciiBytes.of("HEAD"), AsciiBytes.of("TRACE"), AsciiBytes.of("CONNECT")
  };

  private final HeaderFields fields = new HeaderFields();
  private final MessageLength bodyLength = new MessageLength();
  private final FieldRules fieldRules = new FieldRules();
  private final RequestTarget target = new RequestTarget();
  private final SecondTarget second = new SecondTarget();

  private byte[] bytes;
  private int end;
  private int methodEnd;
  private int targetEnd;
  private boolean isVersion11;

  /**
   * Reads a complete head.
   *
   * @param head memory of it, which must stay as it is while this object is used
   * @param length with the empty line
   * @param server address and port of the connection
   * @return null if it can be judged
   */
  public Ambiguity read(byte[] head, int length, ServerEnd server) {
    bytes = head;
    end = length;
    int lineEnd = 0;
    while (head[lineEnd] != '\r') {
      lineEnd++;
    }
    Ambiguity wrong = readLine(lineEnd);
    if (wrong == null) {
      wrong = fields.read(head, lineEnd + 2, length);
    }
    if (wrong == null) {
      wrong = fieldRules.check(fields, head);
    }
    if (wrong == null) {
      wrong = bodyLength.read(fields, head, isVersion11);
    }
    if (wrong == null && hasUnexpectedBody()) {
      wrong = Ambiguity.UNEXPECTED_BODY;
    }
    if (wrong == null && hasOddExpectation()) {
      wrong = Ambiguity.EXPECTATION;
    }
    if (wrong == null) {
      wrong = target.read(this, server);
    }
    return wrong == null ? second.read(this, server, target.url()) : wrong;
  }

  private Ambiguity readLine(int lineEnd) {
    methodEnd = 0;
    while (methodEnd < lineEnd && bytes[methodEnd] != ' ') {
      methodEnd++;
    }
    if (!isMethodName(bytes, methodEnd) || bytes[methodEnd] != ' ') {
      return Ambiguity.BAD_METHOD;
    }
    targetEnd = methodEnd + 1;
    while (targetEnd < lineEnd && bytes[targetEnd] > ' ') {
      targetEnd++;
    }
    if (targetEnd == methodEnd + 1 || targetEnd == lineEnd || bytes[targetEnd] != ' ') {
      return targetEnd < lineEnd && bytes[targetEnd] < 0
          ? Ambiguity.BAD_TARGET
          : Ambiguity.BAD_REQUEST_LINE;
    }
    return readVersion(targetEnd + 1, lineEnd);
  }

  private Ambiguity readVersion(int begin, int end) {
    isVersion11 = AsciiBytes.same(bytes, begin, end, VERSION_11);
    return isVersion11 || AsciiBytes.same(bytes, begin, end, VERSION_10)
        ? null
        : Ambiguity.BAD_VERSION;
  }

  /** Tells whether a word can be a method; servers differ on others. */
  public static boolean isMethodName(byte[] word, int length) {
    boolean isMethod = length > 0 && length <= LONGEST_METHOD;
    for (int i = 0; i < length && isMethod; i++) {
      isMethod = (word[i] >= 'A' && word[i] <= 'Z') || word[i] == '-';
    }
    return isMethod;
  }

  /** Servers that do not know what is expected answer at once, and may not read the body. */
  private boolean hasOddExpectation() {
    int index = fields.find(EXPECT, 0);
    boolean isPlain =
        index < 0
            || (isVersion11
                && hasBody()
                && fields.find(EXPECT, index + 1) < 0
                && AsciiBytes.sameIgnoringCase(
                    bytes, fields.valueBegin(index), fields.valueEnd(index), CONTINUE));
    return !isPlain;
  }

  private boolean hasBody() {
    return bodyLength.isChunked() || bodyLength.bytes() > 0;
  }

  private boolean hasUnexpectedBody() {
    if (!hasBody()) {
      return false;
    }
    for (byte[] method : WITHOUT_BODY) {
      if (isMethod(method)) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether the head begins as HTTP/2 does. */
  static boolean isPreface(byte[] head, int length) {
    return length > PREFACE.length
        && AsciiBytes.same(head, 0, PREFACE.length, PREFACE)
        && head[PREFACE.length] == ' ';
  }

  /** Tells whether the method is a constant. */
  public boolean isMethod(byte[] constant) {
    return AsciiBytes.same(bytes, 0, methodEnd, constant);
  }

  /** A copy of the whole head. */
  public byte[] copy() {
    return Arrays.copyOf(bytes, end);
  }

  /** A copy that asks for the whole content as it is, whatever the client has asked for. */
  public byte[] copyForWhole() {
    return fields.headWithout(end, OF_FORM);
  }

  /** The request line with its line end, and a Host field where it has one: what a URL needs. */
  public byte[] copyOfUrl() {
    int lineEnd = fields.count() == 0 ? end - 2 : fields.nameBegin(0);
    String host = fields.text(RequestTarget.HOST);
    String hostLine = host.isEmpty() ? "" : "Host: " + host + "\r\n";
    return AsciiBytes.of(AsciiBytes.text(bytes, 0, lineEnd) + hostLine + "\r\n");
  }

  /** The method; makes a string. */
  public String method() {
    return AsciiBytes.text(bytes, 0, methodEnd);
  }

  /** Memory of the head. */
  public byte[] bytes() {
    return bytes;
  }

  /** Bytes of the method, from 0 on. */
  public int methodLength() {
    return methodEnd;
  }

  int targetBegin() {
    return methodEnd + 1;
  }

  int targetEnd() {
    return targetEnd;
  }

  /** Bytes of the request line with its CR. */
  public int lineLength() {
    return targetEnd + 1 + VERSION_11.length + 1;
  }

  /** True if the version is HTTP/1.1, else it is HTTP/1.0. */
  public boolean isVersion11() {
    return isVersion11;
  }

  public HeaderFields fields() {
    return fields;
  }

  /** The URL in its normal form, of the request that was read last. */
  public NormalUrl url() {
    return target.url();
  }

  /** The URL at which the request puts something else; null: it names none. */
  public NormalUrl destination() {
    return second.url();
  }

  /** Bytes of a body of known length. */
  public long bodyBytes() {
    return bodyLength.bytes();
  }

  public boolean isChunked() {
    return bodyLength.isChunked();
  }

  /** True if it asks for another protocol behind this request (Upgrade, CONNECT). */
  public boolean asksForUpgrade() {
    return fieldRules.asksForUpgrade() || target.isConnect();
  }
}
