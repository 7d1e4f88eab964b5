package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.serving.PeerRefusal;
import dev.rosa.testkit.TestLimits;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member of the domain whose connection keeps a server busy with TLS alone. */
@Tag("jdk")
final class PeerBoundsTest {

  private static final char[] NO_PASSWORD = {};
  private static final int FRAMES = 1_000;
  private static final byte[] SETTINGS = {0, 0, 0, 4, 0, 0, 0, 0, 0};
  private static final byte[] WINDOW_UPDATE = {0, 0, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  private static final byte[] PING = {0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8};
  private static final byte PING_FRAME = 6;
  private static final byte HEADERS_FRAME = 1;
  private static final byte SETTINGS_FRAME = 4;
  private static final byte WINDOW_UPDATE_FRAME = 8;
  private static final short INITIAL_WINDOW = 4;

  /** Window that HTTP/2 begins with (RFC 9113 §6.9.2). */
  private static final int WINDOW_BYTES = 65_535;

  private static final int MOST_UNTAKEN = 256 * 1024;

  /** Settings with one: a header table of 2 GB (RFC 9113 §6.5.2). */
  private static final byte[] LARGE_TABLE = {
    0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 1, 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff
  };

  private static final int TABLE_BYTES = 4096;

  /** POST https: an index each, and a path of one byte (RFC 7541 §6). */
  private static final byte[] CALL = {(byte) 0x83, (byte) 0x87, 0x04, 1, '/'};

  private static final byte[] HEADERS = {0, 0, (byte) CALL.length, 1, 5};
  private static final byte[] RESET = {0, 0, 4, 3, 0};

  @TempDir Path directory;
  private ControlServer server;
  private SSLSocket socket;

  /** A connection that sends each byte by itself. */
  private static final class InBytes extends Socket {

    @Override
    public OutputStream getOutputStream() throws IOException {
      return new FilterOutputStream(super.getOutputStream()) {
        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          for (int i = 0; i < length; i++) {
            out.write(bytes[offset + i]);
          }
        }
      };
    }
  }

  @BeforeEach
  void start() throws Exception {
    TestDomain domain = TestDomain.in(directory);
    server =
        ControlServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            domain.codeServer("cs1"),
            List.of(new HeldCalls.Service()),
            TestLimits.CONTROL);
    socket = connect(domain.user("alice"));
    socket
        .getOutputStream()
        .write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().write(SETTINGS);
  }

  @AfterEach
  void stop() throws IOException {
    socket.close();
    server.close();
  }

  private SSLSocket connect(Identity self) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry(
        "self", self.privateKey(), NO_PASSWORD, new Certificate[] {self.certificate()});
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(keys, NO_PASSWORD);
    TrustManager trust =
        DomainTrust.inServer(self.authority(), Role.CODESERVER, InstantSource.system());
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(factory.getKeyManagers(), new TrustManager[] {trust}, null);
    Socket inBytes = new InBytes();
    inBytes.setTcpNoDelay(true);
    inBytes.connect(server.address());
    SSLSocket tls =
        (SSLSocket) context.getSocketFactory().createSocket(inBytes, "127.0.0.1", 0, true);
    SSLParameters parameters = tls.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    tls.setSSLParameters(parameters);
    tls.setSoTimeout(120_000);
    tls.startHandshake();
    return tls;
  }

  private long refused() {
    return server.load().refusals().counted(PeerRefusal.TLS_BOUNDS);
  }

  @Test
  void shouldEndConnectionWhenItChangesItsKeysAgainAndAgain() throws Exception {
    try {
      for (int i = 0; i < FRAMES; i++) {
        // With TLS 1.3, a change of keys, which asks the other end for one, too.
        socket.startHandshake();
      }
      readToTheEnd();
    } catch (IOException ended) {
      // The server has closed the connection.
    }
    while (refused() == 0) {
      Thread.sleep(10);
    }
    assertEquals(0, server.load().shares().open());
  }

  @Test
  void shouldTakeLargeRecordsOfDataBetweenSomeChangesOfKeys() throws Exception {
    byte[] many = new byte[WINDOW_UPDATE.length * FRAMES];
    for (int i = 0; i < FRAMES; i++) {
      System.arraycopy(WINDOW_UPDATE, 0, many, i * WINDOW_UPDATE.length, WINDOW_UPDATE.length);
    }
    for (int i = 0; i < 20; i++) {
      socket.getOutputStream().write(many);
      socket.startHandshake();
    }
    awaitAnswerToPing();
    assertEquals(0, refused());
  }

  @Test
  void shouldEndConnectionWhenItSendsMuchBeforeItsHandshakeIsDone() throws Exception {
    byte[] nothing = new byte[64 * 1024];
    ByteBuffer.wrap(nothing).put((byte) 22).putShort((short) 0x0301).putShort((short) 100);
    try (Socket unproven = new Socket(server.address().getAddress(), server.address().getPort())) {
      while (refused() == 0) {
        unproven.getOutputStream().write(nothing);
      }
    } catch (IOException ended) {
      // The server has closed the connection.
    }
  }

  @Test
  void shouldEndConnectionWhenItCancelsCallsAgainAndAgain() throws Exception {
    ByteArrayOutputStream calls = new ByteArrayOutputStream();
    for (int stream = 1; stream < 2 * FRAMES; stream += 2) {
      byte[] id = ByteBuffer.allocate(4).putInt(stream).array();
      calls.write(HEADERS);
      calls.write(id);
      calls.write(CALL);
      calls.write(RESET);
      calls.write(id);
      calls.write(new byte[] {0, 0, 0, 8});
    }
    try {
      socket.getOutputStream().write(calls.toByteArray());
      readToTheEnd();
    } catch (IOException ended) {
      // The server has closed the connection.
    }
    while (server.load().shares().open() > 0) {
      Thread.sleep(10);
    }
  }

  private void readToTheEnd() throws IOException {
    while (socket.getInputStream().read() >= 0) {
      // The frames of a server that begins.
    }
  }

  @Test
  void shouldServeConnectionWhenItsDataComeInManyRecordsAndPieces() throws Exception {
    for (int i = 0; i < FRAMES; i++) {
      socket.getOutputStream().write(WINDOW_UPDATE);
    }
    awaitAnswerToPing();
    assertEquals(0, refused());
    assertEquals(1, server.load().shares().open());
  }

  @Test
  void shouldRememberFewHeadersOfItsAnswersHoweverManyThePeerAllows() throws Exception {
    for (int stream = 1; stream < 10; stream += 2) {
      socket.getOutputStream().write(LARGE_TABLE);
      socket.getOutputStream().write(HEADERS);
      socket.getOutputStream().write(new byte[] {0, 0, 0, (byte) stream});
      socket.getOutputStream().write(CALL);
      List<Integer> sizes = tableSizes(ByteBuffer.wrap(nextHeaders()));
      int last = sizes.isEmpty() ? TABLE_BYTES : sizes.get(sizes.size() - 1);
      assertTrue(last <= TABLE_BYTES, sizes.toString());
      assertTrue(stream > 1 || !sizes.isEmpty(), "an encoder says which table it uses");
    }
  }

  @Test
  void shouldEndConnectionWhenItChangesItsSettingsAgainAndAgain() throws Exception {
    for (int i = 0; i < 60; i++) {
      socket.getOutputStream().write(LARGE_TABLE);
    }
    awaitAnswerToPing();
    try {
      while (server.load().refusals().counted(PeerRefusal.SETTINGS) == 0) {
        socket.getOutputStream().write(LARGE_TABLE);
      }
    } catch (IOException ended) {
      // The server has closed the connection.
    }
    while (server.load().shares().open() > 0) {
      Thread.sleep(10);
    }
    assertEquals(1, server.load().refusals().counted(PeerRefusal.SETTINGS));
  }

  /** What a service does not take stays in memory, for hours on a stream of requests. */
  @Test
  void shouldLetAConnectionHaveFewBytesOfRequestsThatNoServiceTakes() throws Exception {
    ByteBuffer settings = ByteBuffer.wrap(nextOf(SETTINGS_FRAME));
    int window = WINDOW_BYTES;
    while (settings.hasRemaining()) {
      short name = settings.getShort();
      int value = settings.getInt();
      window = name == INITIAL_WINDOW ? value : window;
    }
    int more = ByteBuffer.wrap(nextOf(WINDOW_UPDATE_FRAME)).getInt();
    assertTrue(window <= MOST_UNTAKEN, "one stream: " + window);
    assertTrue(WINDOW_BYTES + more <= MOST_UNTAKEN, "all together: " + more);
  }

  private byte[] nextHeaders() throws IOException {
    return nextOf(HEADERS_FRAME);
  }

  private byte[] nextOf(byte type) throws IOException {
    while (true) {
      byte[] header = socket.getInputStream().readNBytes(9);
      int length = ByteBuffer.wrap(header).getInt() >>> Byte.SIZE;
      byte[] payload = socket.getInputStream().readNBytes(length);
      if (header[3] == type) {
        return payload;
      }
    }
  }

  /** Sizes of the encoder's table at the beginning of a block of headers (RFC 7541 §6.3). */
  private static List<Integer> tableSizes(ByteBuffer block) {
    List<Integer> sizes = new ArrayList<>();
    while (block.hasRemaining() && (block.get(block.position()) & 0xe0) == 0x20) {
      int size = block.get() & 0x1f;
      if (size == 0x1f) {
        int shift = 0;
        byte next;
        do {
          next = block.get();
          size += (next & 0x7f) << shift;
          shift += 7;
        } while (next < 0);
      }
      sizes.add(size);
    }
    return sizes;
  }

  private void awaitAnswerToPing() throws IOException {
    socket.getOutputStream().write(PING);
    while (nextFrame() != PING_FRAME) {
      // The frames of a server that begins.
    }
  }

  /** Type of the next frame of HTTP/2 (RFC 9113 §4.1). */
  private int nextFrame() throws IOException {
    byte[] header = socket.getInputStream().readNBytes(9);
    int length = ByteBuffer.wrap(header).getInt() >>> Byte.SIZE;
    socket.getInputStream().skipNBytes(length);
    return header[3];
  }
}
