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
 * records, until it is complete; if its name may pass, all passes through. Owned by one thread.
 */
public final class ClientHelloJudge implements StreamJudge {

  /** Most bytes of the message, with its header of 4 bytes. */
  static final int LONGEST = 8192;

  private static final int HANDSHAKE = 22;
  private static final int CLIENT_HELLO = 1;
  private static final int RECORD_HEADER = 5;
  private static final int MESSAGE_HEADER = 4;
  private static final int LONGEST_RECORD = 16_384;

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
    for (int i = 0; i < count && reason == null && !isComplete(); i++) {
      step(memory.get(offset + i));
    }
    if (reason != null) {
      return Judgement.REFUSE;
    }
    return isComplete() ? decide() : Judgement.HOLD;
  }

  private boolean isComplete() {
    return length >= MESSAGE_HEADER && length == MESSAGE_HEADER + messageLength();
  }

  private int messageLength() {
    return (message[1] & 0xff) << 16 | (message[2] & 0xff) << 8 | (message[3] & 0xff);
  }

  private void step(byte b) {
    if (recordLeft == 0) {
      addToHeader(b);
    } else {
      recordLeft--;
      addToMessage(b);
    }
  }

  private void addToHeader(byte b) {
    header[headerLength++] = b;
    boolean isOther =
        (headerLength == 1 && b != HANDSHAKE)
            || (headerLength == 2 && b != 3)
            || (headerLength == 3 && b > 4);
    if (isOther) {
      reason = RefusalReason.NOT_TLS;
    } else if (headerLength == RECORD_HEADER) {
      headerLength = 0;
      recordLeft = (header[3] & 0xff) << 8 | (header[4] & 0xff);
      if (recordLeft == 0 || recordLeft > LONGEST_RECORD) {
        reason = RefusalReason.NOT_TLS;
      }
    }
  }

  private void addToMessage(byte b) {
    if (length == message.length) {
      byte[] longer = new byte[2 * length];
      System.arraycopy(message, 0, longer, 0, length);
      message = longer;
    }
    message[length++] = b;
    if (message[0] != CLIENT_HELLO) {
      reason = RefusalReason.NOT_TLS;
    } else if (length == MESSAGE_HEADER && messageLength() > LONGEST - MESSAGE_HEADER) {
      reason = RefusalReason.HEAD_TOO_LONG;
    }
  }

  private Judgement decide() {
    reason = check();
    if (reason == null && policy.decide(url, hello) == Judgement.REFUSE) {
      reason = RefusalReason.RULE;
    }
    return reason == null ? Judgement.PASS_THROUGH : Judgement.REFUSE;
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
