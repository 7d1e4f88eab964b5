package dev.rosa.serving;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.HostPort;
import dev.rosa.testkit.CapturedLog;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
final class StatusServerTest {

  private static final int PATIENCE_MILLIS = 120_000;

  /** A byte each so often; the server's bound is two seconds. */
  private static final int DRIP_MILLIS = 50;

  private static final int MOST_DRIPS = PATIENCE_MILLIS / DRIP_MILLIS;

  private StatusServer server;
  private volatile Optional<String> obstacle = Optional.of("the router is starting");
  private Supplier<String> broken = () -> "broken no more";

  @Test
  void shouldNameTheAddressInOneLineWhenItsPortIsInUse() {
    HostPort taken = HostPort.of(server.address());
    IOException refused =
        assertThrows(IOException.class, () -> StatusServer.start(taken, Set.of(), Map.of()));
    assertEquals(
        "cannot serve the status on " + taken + ": the port is in use", refused.getMessage());
  }

  @BeforeEach
  void start() throws IOException {
    server =
        StatusServer.start(
            new HostPort("127.0.0.1", 0),
            Set.of("r1.example.net"),
            Map.of(
                "/status",
                StatusPage.json(() -> "{}\n"),
                "/broken",
                StatusPage.json(() -> broken.get()),
                "/ready",
                StatusPage.ready(() -> obstacle),
                "/live",
                StatusPage.live()));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Socket connect() throws IOException {
    InetSocketAddress address = server.address();
    Socket socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  private String answer(String request) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }

  private String get(String path, String host) throws IOException {
    return answer("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
  }

  @Test
  void shouldAnswerWhenHostIsAnAddressLocalhostOrConfigured() throws IOException {
    for (String host :
        List.of(
            "127.0.0.1",
            "127.0.0.1:9101",
            "[::1]:9101",
            "localhost",
            "LOCALHOST:9101",
            "r1.example.net",
            "R1.example.net.:9101")) {
      assertTrue(get("/status", host).startsWith("HTTP/1.1 200 "), host);
    }
  }

  @Test
  void shouldRefuseWhenHostIsAnotherName() throws IOException {
    for (String host :
        List.of(
            "attacker.example",
            "attacker.example:9101",
            "127.0.0.1.attacker.example",
            "localhost.attacker.example",
            "127.0.0.1@attacker.example",
            "[.:a]",
            "")) {
      assertTrue(get("/status", host).startsWith("HTTP/1.1 421 "), host);
    }
    assertTrue(answer("GET /status HTTP/1.1\r\n\r\n").startsWith("HTTP/1.1 421 "));
    assertTrue(
        answer("GET /status HTTP/1.1\r\nHost: localhost\r\nHost: attacker.example\r\n\r\n")
            .startsWith("HTTP/1.1 421 "));
  }

  @Test
  void shouldMakeOnePageForAConnectionThatSendsManyRequestsAtOnce() throws IOException {
    List<String> made = new ArrayList<>();
    broken =
        () -> {
          made.add("page");
          return "{}";
        };
    String one = "GET /broken HTTP/1.1\r\nHost: localhost\r\n\r\n";
    try (Socket socket = connect()) {
      socket.getOutputStream().write(one.repeat(100).getBytes(US_ASCII));
      assertEquals('H', socket.getInputStream().read());
    }
    String unused = get("/status", "localhost");
    assertEquals(1, made.size());
  }

  @Test
  void shouldEndRequestThatDripsByteByByte() throws Exception {
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      out.write("GET /status HTTP/1.1\r\nX: ".getBytes(US_ASCII));
      assertTrue(dripsUntilClosed(out) < MOST_DRIPS);
    }
  }

  private static int dripsUntilClosed(OutputStream out) throws InterruptedException {
    for (int i = 0; i < MOST_DRIPS; i++) {
      try {
        out.write('x');
      } catch (IOException closed) {
        return i;
      }
      Thread.sleep(DRIP_MILLIS);
    }
    return MOST_DRIPS;
  }

  @Test
  void shouldAnswerWhenMoreConnectionsThanItTakesSayNothing() throws IOException {
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        silent.add(connect());
      }
      assertTrue(get("/status", "localhost").startsWith("HTTP/1.1 200 "));
      assertTrue(isClosed(silent.get(0)));
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  private static boolean isClosed(Socket socket) throws IOException {
    try {
      InputStream in = socket.getInputStream();
      return in.read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }

  @Test
  void shouldSurviveErrorsInPageAndLogThemOnce() throws IOException {
    broken =
        () -> {
          throw new NoClassDefFoundError("Could not initialize class jdk.internal.Poisoned");
        };
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      assertTrue(get("/broken", "localhost").startsWith("HTTP/1.1 500 "));
      assertTrue(get("/broken", "localhost").startsWith("HTTP/1.1 500 "));
      assertEquals(1, log.linesWith("the page /broken cannot be made").size());
      assertTrue(get("/status", "localhost").startsWith("HTTP/1.1 200 "));
      broken = () -> "well again";
      assertTrue(get("/broken", "localhost").endsWith("well again"));
    }
  }

  @Test
  void shouldBeUnavailableWithTheReasonUntilItIsReady() throws IOException {
    String early = get("/ready", "localhost");
    assertTrue(early.startsWith("HTTP/1.1 503 "), early);
    assertTrue(early.endsWith("\r\n\r\nthe router is starting\n"), early);
    assertTrue(get("/live", "localhost").startsWith("HTTP/1.1 200 "));
    obstacle = Optional.empty();
    String ready = get("/ready", "localhost");
    assertTrue(ready.startsWith("HTTP/1.1 200 "), ready);
    assertTrue(ready.endsWith("\r\n\r\nready\n"), ready);
  }

  @Test
  void shouldTakeGetAndHeadOnly() throws IOException {
    assertTrue(
        answer("POST /status HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
            .startsWith("HTTP/1.1 405 "));
    assertTrue(answer("HEAD /status HTTP/1.1\r\nHost: localhost\r\n\r\n").endsWith("\r\n\r\n"));
  }
}
