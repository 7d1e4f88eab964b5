package dev.rosa.control.bounds;

import java.nio.ByteBuffer;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.util.List;
import java.util.function.BiFunction;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * TLS of one connection, with a bound for the messages that carry no data: the handshake's, later
 * changes of keys, tickets for sessions, empty ones. A change of keys has 5 bytes and costs a
 * server as much as a request; a client keeps 2 KB for each ticket. No other limit sees them. All
 * else is the JDK's engine. Used as that is: by the thread of the connection, its tasks by another.
 */
public final class BoundedTlsEngine extends SSLEngine {

  /**
   * Bounds for what a peer may send without data.
   *
   * @param mostAnswered bytes of its handshake after this side's first message
   * @param mostWithoutData records of a handshake, and changes of keys thereafter; a handshake has
   *     three to ten
   */
  public record Bounds(int mostAnswered, int mostWithoutData) {

    /** For a server: a handshake with a certificate has two thousand bytes. */
    public static final Bounds OF_CLIENTS = new Bounds(4 * 1024, 128);

    /** For a client, to which a server may send some tickets: 32 KB in a connection's life. */
    public static final Bounds OF_SERVERS = new Bounds(16 * 1024, 32 * 1024 / MESSAGE_BYTES);
  }

  /** Header, type of content and tag of a record (RFC 8446 §5.2). */
  private static final int RECORD_BYTES = 22;

  /** The least message: a change of keys (RFC 8446 §4.6.3). */
  private static final int MESSAGE_BYTES = 5;

  /** Header of a record, and the place of its length there. */
  private static final int HEADER_BYTES = 5;

  private static final int LENGTH = 3;

  /** Signature, end and records of a peer's handshake, without its certificates. */
  private static final int BESIDE_CERTIFICATES = 1024;

  /** Name of a session's value: its peer's handshake had more messages behind its end. */
  private static final String EXCEEDED = "dev.rosa.exceeded";

  private final SSLEngine jdk;
  private final Bounds bounds;
  private boolean handshakeDone;
  private boolean hasSpoken;
  private int answered;
  private int withoutData;
  private volatile boolean closed;

  /** A peer sent too many messages without data. */
  public static final class TooManyMessages extends SSLException {

    private static final long serialVersionUID = 1;

    TooManyMessages(Bounds bounds) {
      super("more than %d messages without data".formatted(bounds.mostWithoutData()));
    }
  }

  BoundedTlsEngine(SSLEngine jdk, Bounds bounds) {
    this.jdk = jdk;
    this.bounds = bounds;
  }

  /** True if the handshake of this session had too many messages in its last record. */
  public static boolean hasExceeded(SSLSession session) {
    return session.getValue(EXCEEDED) != null;
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer source, ByteBuffer[] targets, int offset, int length)
      throws SSLException {
    if (closed) {
      return new SSLEngineResult(SSLEngineResult.Status.CLOSED, getHandshakeStatus(), 0, 0);
    }
    // A record of any type may be encrypted: the JDK takes all.
    boolean ofHandshake = !handshakeDone && hasSpoken;
    if (ofHandshake && answered + recordBytes(source) > bounds.mostAnswered()) {
      throw new TooManyMessages(bounds);
    }
    SSLEngineResult result = jdk.unwrap(source, targets, offset, length);
    if (ofHandshake) {
      answered += result.bytesConsumed();
    }
    note(result);
    if (result.bytesConsumed() > 0 && result.bytesProduced() == 0) {
      // One record may hold many messages, and the JDK takes them all.
      withoutData += handshakeDone ? 1 + messagesIn(result.bytesConsumed() - RECORD_BYTES) : 1;
      if (withoutData > bounds.mostWithoutData()) {
        throw new TooManyMessages(bounds);
      }
    }
    return result;
  }

  private static int recordBytes(ByteBuffer source) {
    return source.remaining() < HEADER_BYTES
        ? 0
        : HEADER_BYTES + (source.getShort(source.position() + LENGTH) & 0xffff);
  }

  private static int messagesIn(int bytes) {
    return Math.max(0, bytes) / MESSAGE_BYTES;
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] sources, int offset, int length, ByteBuffer target)
      throws SSLException {
    SSLEngineResult result = jdk.wrap(sources, offset, length, target);
    hasSpoken |= result.bytesProduced() > 0;
    note(result);
    return result;
  }

  private void note(SSLEngineResult result) throws SSLException {
    boolean done = result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.FINISHED;
    if (done && !handshakeDone) {
      handshakeDone = true;
      noteExcess();
    }
  }

  private void noteExcess() throws SSLException {
    SSLSession session = jdk.getSession();
    if (exceeds(answered, certificateBytes(session))) {
      session.putValue(EXCEEDED, true);
    }
  }

  /** Bytes beside certificates and the handshake's own messages count as changes of keys. */
  public static boolean exceeds(int answeredBytes, int certificateBytes) {
    return messagesIn(answeredBytes - certificateBytes - BESIDE_CERTIFICATES)
        > Bounds.OF_CLIENTS.mostWithoutData();
  }

  private static int certificateBytes(SSLSession session) throws SSLException {
    int bytes = 0;
    try {
      for (Certificate certificate : session.getPeerCertificates()) {
        bytes += certificate.getEncoded().length;
      }
    } catch (SSLPeerUnverifiedException e) {
      // A client may be without one, where the server does not need it.
      return 0;
    } catch (CertificateEncodingException e) {
      throw new SSLException("the peer's certificate has no encoding", e);
    }
    return bytes;
  }

  @Override
  public void beginHandshake() throws SSLException {
    jdk.beginHandshake();
  }

  @Override
  public void closeInbound() throws SSLException {
    jdk.closeInbound();
  }

  /** Ends it: nothing that has arrived or arrives is worked on any more. From any thread. */
  @Override
  public void closeOutbound() {
    closed = true;
    jdk.closeOutbound();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return jdk.getSupportedCipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return jdk.getEnabledCipherSuites();
  }

  @Override
  public String[] getSupportedProtocols() {
    return jdk.getSupportedProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return jdk.getEnabledProtocols();
  }

  @Override
  public SSLSession getSession() {
    return jdk.getSession();
  }

  @Override
  public SSLSession getHandshakeSession() {
    return jdk.getHandshakeSession();
  }

  @Override
  public SSLEngineResult.HandshakeStatus getHandshakeStatus() {
    return jdk.getHandshakeStatus();
  }

  @Override
  public boolean getUseClientMode() {
    return jdk.getUseClientMode();
  }

  @Override
  public boolean getNeedClientAuth() {
    return jdk.getNeedClientAuth();
  }

  @Override
  public boolean getWantClientAuth() {
    return jdk.getWantClientAuth();
  }

  @Override
  public boolean getEnableSessionCreation() {
    return jdk.getEnableSessionCreation();
  }

  @Override
  public boolean isInboundDone() {
    return jdk.isInboundDone();
  }

  @Override
  public boolean isOutboundDone() {
    return jdk.isOutboundDone();
  }

  @Override
  public Runnable getDelegatedTask() {
    return jdk.getDelegatedTask();
  }

  @Override
  public SSLParameters getSSLParameters() {
    return jdk.getSSLParameters();
  }

  @Override
  public String getApplicationProtocol() {
    return jdk.getApplicationProtocol();
  }

  @Override
  public String getHandshakeApplicationProtocol() {
    return jdk.getHandshakeApplicationProtocol();
  }

  @Override
  public BiFunction<SSLEngine, List<String>, String> getHandshakeApplicationProtocolSelector() {
    return jdk.getHandshakeApplicationProtocolSelector();
  }

  @Override
  public String getPeerHost() {
    return jdk.getPeerHost();
  }

  @Override
  public int getPeerPort() {
    return jdk.getPeerPort();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    jdk.setEnabledCipherSuites(suites);
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    jdk.setEnabledProtocols(protocols);
  }

  @Override
  public void setUseClientMode(boolean mode) {
    jdk.setUseClientMode(mode);
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    jdk.setNeedClientAuth(need);
  }

  @Override
  public void setWantClientAuth(boolean want) {
    jdk.setWantClientAuth(want);
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {
    jdk.setEnableSessionCreation(flag);
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {
    jdk.setSSLParameters(parameters);
  }

  @Override
  public void setHandshakeApplicationProtocolSelector(
      BiFunction<SSLEngine, List<String>, String> selector) {
    jdk.setHandshakeApplicationProtocolSelector(selector);
  }
}
