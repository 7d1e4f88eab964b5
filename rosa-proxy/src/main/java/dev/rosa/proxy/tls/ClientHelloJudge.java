package dev.rosa.proxy.tls;

import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.StreamJudge;
import dev.rosa.proxy.url.NormalUrl;
import dev.rosa.proxy.url.Scheme;
import java.nio.ByteBuffer;

/**
 * Judge of a TLS connection. It holds the ClientHello, which may come in several segments and
 * records, until it is complete. If its name may pass, and it does not offer TLS 1.3, all passes
 * through. Of TLS 1.3 a server may ask for another ClientHello (RFC 8446 §4.1.4): what follows is
 * judged until none can come any more, and another one must have the same name and protocols. Owned
 * by one thread.
 */
public final class ClientHelloJudge implements StreamJudge {

  /** Most bytes of the message, with its header of 4 bytes. */
  static final int LONGEST = 8192;

  /**
   * Most bytes that the message can have without its header: version and random, session, ciphers,
   * compressions, extensions. What says more, or less than the least, behind the first one, is
   * none.
   */
  static final int LONGEST_BODY = 2 + 32 + 256 + 2 + 65_535 + 256 + 2 + 65_535;

  static final int LEAST_BODY = 2 + 32 + 1 + 2 + 1;

  /** A server that asks for another message skips less of what is encrypted before it. */
  static final int MOST_EARLY_BYTES = 1 << 20;

  private static final int CHANGE_CIPHER_SPEC = 20;
  private static final int ALERT = 21;
  private static final int HANDSHAKE = 22;
  private static final int APPLICATION_DATA = 23;
  private static final int CLIENT_HELLO = 1;
  private static final int RECORD_HEADER = 5;
  private static final int MESSAGE_HEADER = 4;
  private static final int LONGEST_RECORD = 16_384;

  /** More bytes than a record has that ends a handshake of TLS 1.2, and is encrypted. */
  private static final int MORE_THAN_FINISHED = 512;

  /** Most bytes that encryption adds to a record. */
  private static final int MOST_ADDED = 2_048;

  private static final byte[] ROOT = AsciiBytes.of("/");

  private final ClientHello hello;
  private final TlsPolicy policy;
  private final byte[] serverAddress;
  private final NormalUrl url = new NormalUrl();
  private final byte[] header = new byte[RECORD_HEADER];
  private byte[] message = new byte[1024];
  private int headerLength;
  private int recordLeft;
  private int length;
  private RefusalReason reason;

  /** What the first message has asked for; null before it. */
  private ClientHello.Asked asked;

  /** Whether servers may skip encrypted data, and how many bytes of it may still come. */
  private boolean mayBeEarly;

  private int earlyLeft;

  private boolean isThrough;

  /** True if the message says that it is longer than one may be. */
  private boolean isTooLong;

  /**
   * For one connection.
   *
   * @param hello shared by the connections of a worker
   * @param serverAddress as a URL has it
   */
  public ClientHelloJudge(ClientHello hello, String serverAddress, TlsPolicy policy) {
    this.hello = hello;
    this.serverAddress = AsciiBytes.of(serverAddress);
    this.policy = policy;
  }

  @Override
  public Judgement judge(ByteBuffer memory, int offset, int count) {
    for (int i = 0; i < count && reason == null && !isThrough; i++) {
      step(memory.get(offset + i));
    }
    if (reason != null) {
      return Judgement.REFUSE;
    }
    if (isThrough) {
      return Judgement.PASS_THROUGH;
    }
    return asked == null || length > 0 ? Judgement.HOLD : Judgement.PASS;
  }

  private int messageLength() {
    return (message[1] & 0xff) << 16 | (message[2] & 0xff) << 8 | (message[3] & 0xff);
  }

  private void step(byte b) {
    if (recordLeft == 0) {
      addToHeader(b);
    } else if (header[0] == HANDSHAKE) {
      recordLeft--;
      addToMessage(b);
    } else {
      recordLeft--;
      skip();
    }
  }

  private void addToHeader(byte b) {
    header[headerLength++] = b;
    if (headerLength == 1 && asked != null && length > 0) {
      goOn(b);
    }
    boolean isOther =
        (headerLength == 1 && !isExpected(b))
            || (headerLength == 2 && b != 3)
            || (headerLength == 3 && b > 4);
    if (isOther) {
      reason = RefusalReason.NOT_TLS;
    } else if (headerLength == RECORD_HEADER) {
      headerLength = 0;
      recordLeft = (header[3] & 0xff) << 8 | (header[4] & 0xff);
      if (recordLeft == 0 || recordLeft > mostOfRecord()) {
        reason = RefusalReason.NOT_TLS;
      }
    }
  }

  /**
   * Behind a record that begins as another message does, and is too short for all of it. Servers
   * ignore changes of ciphers within a message, and early data where it was offered; other data
   * they take only if that record was the encrypted end of a handshake of TLS 1.2.
   */
  private void goOn(byte type) {
    if (type == APPLICATION_DATA && !mayBeEarly) {
      isThrough = true;
    } else if (type == ALERT) {
      reason = RefusalReason.NOT_TLS;
    } else if (type == HANDSHAKE && isTooLong) {
      reason = RefusalReason.HEAD_TOO_LONG;
    }
  }

  /** Nothing comes within the first message, and nothing else before what is encrypted. */
  private boolean isExpected(byte type) {
    return asked == null
        ? type == HANDSHAKE
        : type >= CHANGE_CIPHER_SPEC && type <= APPLICATION_DATA;
  }

  private int mostOfRecord() {
    return asked == null ? LONGEST_RECORD : LONGEST_RECORD + MOST_ADDED;
  }

  /** A byte of an alert, of a change of ciphers, or of what is encrypted. */
  private void skip() {
    if (header[0] != APPLICATION_DATA || --earlyLeft >= 0) {
      return;
    }
    isThrough = length == 0;
    reason = isThrough ? null : RefusalReason.HEAD_TOO_LONG;
  }

  private void addToMessage(byte b) {
    if (length == message.length) {
      byte[] longer = new byte[2 * length];
      System.arraycopy(message, 0, longer, 0, length);
      message = longer;
    }
    message[length++] = b;
    if (message[0] != CLIENT_HELLO) {
      isOther();
    } else if (length == MESSAGE_HEADER) {
      checkLength();
    } else if (length > MESSAGE_HEADER && length == MESSAGE_HEADER + messageLength()) {
      complete();
    }
  }

  /** Behind the first message: what only a server can read that asks for no other. */
  private void isOther() {
    isThrough = asked != null;
    reason = isThrough ? null : RefusalReason.NOT_TLS;
  }

  private void checkLength() {
    isTooLong = messageLength() > LONGEST - MESSAGE_HEADER;
    boolean mayBeFinished = asked != null && recordLeft <= MORE_THAN_FINISHED;
    boolean hasForm = messageLength() >= LEAST_BODY && messageLength() <= LONGEST_BODY;
    if (asked != null && !hasForm) {
      isOther();
    } else if (isTooLong && !mayBeFinished) {
      reason = RefusalReason.HEAD_TOO_LONG;
    } else if (messageLength() == 0) {
      reason = RefusalReason.AMBIGUOUS;
    }
  }

  private void complete() {
    reason = asked == null ? first() : again();
    length = 0;
    if (reason == null && !hello.mayComeAgain()) {
      isThrough = true;
    }
  }

  private RefusalReason first() {
    RefusalReason why = check();
    if (why == null && policy.decide(url, hello) == Judgement.REFUSE) {
      why = RefusalReason.RULE;
    }
    if (why == null && hello.mayComeAgain()) {
      asked = hello.asked();
      mayBeEarly = hello.hasEarlyData();
      earlyLeft = mayBeEarly ? MOST_EARLY_BYTES : 0;
      // Few connections come here again with a message.
      message = new byte[RECORD_HEADER];
    }
    return why;
  }

  private RefusalReason again() {
    boolean isSame =
        recordLeft == 0
            && hello.read(message, MESSAGE_HEADER, length)
            && hello.asked().equals(asked)
            && hello.mayComeAgain();
    return isSame ? null : RefusalReason.AMBIGUOUS;
  }

  private RefusalReason check() {
    if (recordLeft > 0 || !hello.read(message, MESSAGE_HEADER, length)) {
      return RefusalReason.AMBIGUOUS;
    }
    if (hello.isEncrypted() && !policy.letsEncryptedNamePass()) {
      return RefusalReason.ENCRYPTED_NAME;
    }
    if (!hello.hasName() && !policy.letsNoNamePass()) {
      return RefusalReason.NO_NAME;
    }
    return setUrl() ? null : RefusalReason.AMBIGUOUS;
  }

  private boolean setUrl() {
    boolean isSet =
        hello.hasName()
            ? setName()
            : url.setAuthority(Scheme.HTTPS, serverAddress, 0, serverAddress.length) == null;
    return isSet && url.setTarget(ROOT, 0, ROOT.length) == null;
  }

  /** A name has no port, and is no address in brackets. */
  private boolean setName() {
    byte[] bytes = hello.bytes();
    for (int at = hello.nameBegin(); at < hello.nameEnd(); at++) {
      if (bytes[at] == ':' || bytes[at] == '[') {
        return false;
      }
    }
    return url.setAuthority(Scheme.HTTPS, bytes, hello.nameBegin(), hello.nameEnd()) == null;
  }

  @Override
  public RefusalReason reason() {
    return reason;
  }

  @Override
  public long unreadBytes() {
    return 0;
  }
}
