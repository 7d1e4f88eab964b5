package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.CodeDistributionGrpc;
import dev.rosa.control.v1.FetchCodeRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import io.grpc.ConnectivityState;
import io.grpc.Deadline;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stolen server that keeps its clients busy. */
@Tag("jdk")
final class ServerBoundsTest {

  private static final char[] NO_PASSWORD = {};
  private static final byte[] SETTINGS = {0, 0, 0, 4, 0, 0, 0, 0, 0};
  private static final byte[] SETTINGS_TAKEN = {0, 0, 0, 4, 1, 0, 0, 0, 0};
  private static final byte[] PING = {0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8};
  private static final byte[] GOAWAY = {0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  private static final byte[] UNKNOWN = {0, 0, 0, (byte) 0xbb, 0, 0, 0, 0, 0};

  /** More than any allowance and all buffers between. */
  private static final int FRAMES = 4_000_000;

  @TempDir Path directory;
  private SSLServerSocket listening;
  private ManagedChannel channel;

  @BeforeEach
  void start() throws Exception {
    TestDomain domain = TestDomain.in(directory);
    listening = listen(domain.codeServer("cs1"));
    channel =
        ControlChannel.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), listening.getLocalPort()),
            domain.user("alice"),
            Role.CODESERVER);
    assertEquals(ConnectivityState.IDLE, channel.getState(true));
  }

  @AfterEach
  void stop() throws IOException {
    channel.shutdownNow();
    listening.close();
  }

  private static SSLServerSocket listen(Identity self) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry(
        "self", self.privateKey(), NO_PASSWORD, new Certificate[] {self.certificate()});
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(keys, NO_PASSWORD);
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(
        factory.getKeyManagers(),
        new TrustManager[] {DomainTrust.inClients(self.authority(), InstantSource.system())},
        null);
    SSLServerSocket socket =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    parameters.setNeedClientAuth(true);
    socket.setSSLParameters(parameters);
    return socket;
  }

  private SSLSocket accept() throws IOException {
    SSLSocket socket = (SSLSocket) listening.accept();
    socket.setSoTimeout(120_000);
    socket.getOutputStream().write(SETTINGS);
    socket.getOutputStream().write(SETTINGS_TAKEN);
    return socket;
  }

  private static byte[] many(byte[] frame) {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    for (int i = 0; i < 900; i++) {
      frames.writeBytes(frame);
    }
    return frames.toByteArray();
  }

  private static void flood(SSLSocket socket, byte[] frame) throws IOException {
    byte[] frames = many(frame);
    for (int i = 0; i < FRAMES / 900; i++) {
      socket.getOutputStream().write(frames);
    }
  }

  @Test
  void shouldCutOffAServerThatPingsAndDoesNotRead() throws Exception {
    try (SSLSocket socket = accept()) {
      assertThrows(IOException.class, () -> flood(socket, PING));
    }
  }

  @Test
  void shouldCutOffAServerThatPingsAndReads() throws Exception {
    try (SSLSocket socket = accept()) {
      Thread reader = new Thread(() -> readToTheEnd(socket));
      reader.setDaemon(true);
      reader.start();
      assertThrows(IOException.class, () -> flood(socket, PING));
    }
  }

  /** Ends each connection as soon as it is there; returns how many there were. */
  private int sendAway(CompletableFuture<?> call) {
    int connections = 0;
    while (!call.isDone()) {
      try (SSLSocket socket = accept()) {
        connections++;
        socket.getOutputStream().write(GOAWAY);
      } catch (IOException ended) {
        // No connection came for a while, or the client has closed this one.
      }
    }
    return connections;
  }

  /** Calls that wait for a connection, one after the other for some seconds. */
  private void callAgainAndAgain() {
    Deadline end = Deadline.after(10, TimeUnit.SECONDS);
    while (!end.isExpired()) {
      assertThrows(
          StatusRuntimeException.class,
          () ->
              CodeDistributionGrpc.newBlockingStub(channel)
                  .withWaitForReady()
                  .withDeadline(end)
                  .fetchCode(FetchCodeRequest.getDefaultInstance()));
    }
  }

  @Test
  void shouldPauseWhenAServerEndsEachConnectionAtOnce() throws Exception {
    listening.setSoTimeout(100);
    CompletableFuture<Void> calls = CompletableFuture.runAsync(this::callAgainAndAgain);
    int connections = sendAway(calls);
    calls.get();
    assertTrue(connections > 1, "it connects again");
    assertTrue(connections <= ConnectionPace.AT_ONCE + 6, connections + " connections");
  }

  private static void readToTheEnd(SSLSocket socket) {
    try {
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException ended) {
      // The client has closed the connection.
    }
  }

  @Test
  void shouldCutOffAServerThatSendsFramesWithoutMeaning() throws Exception {
    try (SSLSocket socket = accept()) {
      assertThrows(IOException.class, () -> flood(socket, UNKNOWN));
    }
  }

  @Test
  void shouldCutOffAServerThatChangesItsKeysAgainAndAgain() throws Exception {
    try (SSLSocket socket = accept()) {
      assertThrows(
          IOException.class,
          () -> {
            for (int i = 0; i < FRAMES; i++) {
              socket.startHandshake();
            }
          });
    }
  }

  @Test
  void shouldCutOffAServerThatChangesItsSettingsAgainAndAgain() throws Exception {
    try (SSLSocket socket = accept()) {
      assertThrows(IOException.class, () -> flood(socket, SETTINGS));
    }
  }
}
