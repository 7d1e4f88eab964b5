package dev.rosa.control;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiFunction;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

/**
 * TLS of one connection of a server, with a bound for the messages that carry no data: the
 * handshake's, later changes of keys, empty ones. A change of keys has 5 bytes and costs a server
 * as much as a request; no other limit sees it. All else is the JDK's engine. Used as that is: by
 * the thread of the connection, its tasks by another.
 */
final class BoundedTlsEngine extends SSLEngine {

  /** Records of a handshake, and changes of keys thereafter; a handshake has three to ten. */
  private static final int MOST = 128;

  /** Header, type of content and tag of a record (RFC 8446 §5.2). */
  private static final int RECORD_BYTES = 22;

  /** The least message: a change of keys (RFC 8446 §4.6.3). */
  private static final int MESSAGE_BYTES = 5;

  private final SSLEngine jdk;
  private boolean handshakeDone;
  private int withoutData;

  /** A peer sent too many messages without data. */
  static final class TooManyMessages extends SSLException {

    private static final long serialVersionUID = 1;

    TooManyMessages() {
      super("more than %d messages without data".formatted(MOST));
    }
  }

  BoundedTlsEngine(SSLEngine jdk) {
    this.jdk = jdk;
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer source, ByteBuffer[] targets, int offset, int length)
      throws SSLException {
    SSLEngineResult result = noting(jdk.unwrap(source, targets, offset, length));
    if (result.bytesConsumed() > 0 && result.bytesProduced() == 0) {
      // One record may hold many messages, and the JDK takes them all.
      withoutData +=
          handshakeDone
              ? 1 + Math.max(0, result.bytesConsumed() - RECORD_BYTES) / MESSAGE_BYTES
              : 1;
      if (withoutData > MOST) {
        throw new TooManyMessages();
      }
    }
    return result;
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] sources, int offset, int length, ByteBuffer target)
      throws SSLException {
    return noting(jdk.wrap(sources, offset, length, target));
  }

  private SSLEngineResult noting(SSLEngineResult result) {
    handshakeDone |= result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.FINISHED;
    return result;
  }

  @Override
  public void beginHandshake() throws SSLException {
    jdk.beginHandshake();
  }

  @Override
  public void closeInbound() throws SSLException {
    jdk.closeInbound();
  }

  @Override
  public void closeOutbound() {
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
