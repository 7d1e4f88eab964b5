package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.bounds.BoundedTlsEngine;
import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import io.netty.buffer.ByteBufAllocator;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handshakes in memory with a server's engine. */
@Tag("jdk")
class BoundedTlsEngineTest {

  private static final int MOST_STEPS = 100;

  @TempDir Path directory;
  private final ByteBuffer toServer = ByteBuffer.allocate(1 << 16);
  private final ByteBuffer toClient = ByteBuffer.allocate(1 << 16);
  private Identity codeServer;
  private Identity alice;
  private SSLEngine server;

  /** The keys of a client that sends its certificate many times. */
  private static final class ManyCertificates extends X509ExtendedKeyManager {

    private final Identity self;
    private final int count;

    ManyCertificates(Identity self, int count) {
      this.self = self;
      this.count = count;
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return new String[] {"self"};
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      return "self";
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
      return "self";
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return new String[0];
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      List<X509Certificate> chain = Collections.nCopies(count, self.certificate());
      return chain.toArray(new X509Certificate[0]);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return self.privateKey();
    }
  }

  @BeforeEach
  void start() throws Exception {
    TestDomain domain = TestDomain.in(directory);
    codeServer = domain.codeServer("cs1");
    alice = domain.user("alice");
    server =
        ControlTls.server(codeServer, InstantSource.system()).newEngine(ByteBufAllocator.DEFAULT);
  }

  private SSLEngine client(int certificates) throws Exception {
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    TrustManager trust =
        DomainTrust.inServer(alice.authority(), codeServer.id().role(), InstantSource.system());
    KeyManager keys = new ManyCertificates(alice, certificates);
    context.init(new KeyManager[] {keys}, new TrustManager[] {trust}, null);
    SSLEngine client = context.createSSLEngine("127.0.0.1", 0);
    client.setUseClientMode(true);
    return client;
  }

  private void shakeHands(SSLEngine client) throws SSLException {
    client.beginHandshake();
    server.beginHandshake();
    for (int i = 0; i < MOST_STEPS && (isBusy(client) || isBusy(server)); i++) {
      step(client, toClient, toServer);
      step(server, toServer, toClient);
    }
    assertFalse(isBusy(server));
  }

  private static boolean isBusy(SSLEngine engine) {
    return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING;
  }

  private static void step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
    switch (engine.getHandshakeStatus()) {
      case NEED_TASK -> engine.getDelegatedTask().run();
      case NEED_WRAP -> engine.wrap(ByteBuffer.allocate(0), out);
      default -> unwrap(engine, in);
    }
  }

  private static SSLEngineResult unwrap(SSLEngine engine, ByteBuffer in) throws SSLException {
    in.flip();
    SSLEngineResult result = engine.unwrap(in, ByteBuffer.allocate(1 << 15));
    in.compact();
    return result;
  }

  @Test
  void shouldTakeNoMoreWorkWhenItWasClosed() throws Exception {
    SSLEngine client = client(1);
    shakeHands(client);
    client.wrap(ByteBuffer.allocate(100), toServer);
    server.closeOutbound();
    SSLEngineResult result = unwrap(server, toServer);
    assertEquals(Status.CLOSED, result.getStatus());
    assertEquals(0, result.bytesConsumed());
  }

  @Test
  void shouldRefuseAHandshakeThatIsTooLongBeforeItIsDecrypted() throws Exception {
    SSLEngine client = client(100);
    assertThrows(BoundedTlsEngine.TooManyMessages.class, () -> shakeHands(client));
  }

  @ParameterizedTest
  @ValueSource(bytes = {20, 21, 22, 23, 24})
  void shouldRefuseALongRecordOfAnyTypeOnceItMayBeEncrypted(byte type) throws Exception {
    SSLEngine client = client(1);
    client.beginHandshake();
    server.beginHandshake();
    for (int i = 0; i < MOST_STEPS && toClient.position() == 0; i++) {
      step(client, toClient, toServer);
      step(server, toServer, toClient);
    }
    assertEquals(HandshakeStatus.NEED_UNWRAP, afterAllIsSaid());
    toServer.clear().put(type).putShort((short) 0x0303).putShort((short) 9_000);
    toServer.put(new byte[9_000]);
    assertThrows(BoundedTlsEngine.TooManyMessages.class, () -> unwrap(server, toServer));
  }

  private HandshakeStatus afterAllIsSaid() throws SSLException {
    while (server.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      step(server, toServer, toClient);
    }
    return server.getHandshakeStatus();
  }

  @Test
  void shouldFindNoExcessInAnOrdinaryHandshake() throws Exception {
    shakeHands(client(1));
    assertFalse(BoundedTlsEngine.hasExceeded(server.getSession()));
  }

  @Test
  void shouldCountWhatIsBesideCertificatesAsChangesOfKeys() {
    int certificates = 2_000;
    assertFalse(BoundedTlsEngine.exceeds(certificates + 1_000, certificates));
    assertFalse(BoundedTlsEngine.exceeds(certificates + 1_024 + 5 * 128, certificates));
    assertTrue(BoundedTlsEngine.exceeds(certificates + 1_024 + 5 * 129, certificates));
  }
}
