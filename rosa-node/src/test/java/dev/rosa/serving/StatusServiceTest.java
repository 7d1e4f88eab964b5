package dev.rosa.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.HostPort;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.TakenPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Status pages whose port another program may have. */
@Tag("jdk")
final class StatusServiceTest {

  private static final Map<String, StatusPage> PAGES = Map.of("/live", StatusPage.live());

  private static StatusService start(HostPort listen) throws IOException {
    return StatusService.start(
        listen, Set.of(), PAGES, LoggerFactory.getLogger(StatusServiceTest.class));
  }

  private static String live(InetSocketAddress at) throws IOException {
    try (Socket socket = new Socket(at.getAddress(), at.getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void shouldServeFromTheStartWhenThePortIsFree() throws Exception {
    try (CapturedLog log = CapturedLog.of(StatusServiceTest.class);
        StatusService service = start(new HostPort("127.0.0.1", 0))) {
      InetSocketAddress at = service.address().orElseThrow();
      assertTrue(live(at).startsWith("HTTP/1.1 200 "));
      assertEquals(HostPort.of(at).toString(), service.toString());
      assertEquals(List.of(), log.lines());
    }
  }

  @Test
  void shouldWarnOnceAndServeAsSoonAsThePortIsFree() throws Exception {
    try (CapturedLog log = CapturedLog.of(StatusServiceTest.class);
        TakenPort taken = new TakenPort();
        StatusService service = start(taken.place())) {
      String place = taken.place().toString();
      assertEquals(Optional.empty(), service.address());
      assertEquals(place + "(port in use)", service.toString());

      taken.free();
      Await.until("pages", () -> service.address().isPresent());

      assertTrue(live(service.address().orElseThrow()).startsWith("HTTP/1.1 200 "));
      Await.until("a line about it", () -> log.lines().size() == 2);
      assertEquals(
          List.of(
              "WARN cannot serve the status on "
                  + place
                  + ": the port is in use; running without status pages and trying again each"
                  + " second: end the program that has the port (see ss -ltnp), or give this node"
                  + " another <status>",
              "INFO the port is free: serving the status on " + place),
          log.lines());
    }
  }

  @Test
  void shouldTryNoMoreWhenItWasClosed() throws Exception {
    try (TakenPort taken = new TakenPort()) {
      StatusService service = start(taken.place());
      service.close();
      assertEquals(
          0,
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().equals("status-port"))
              .filter(StatusServiceTest::staysAlive)
              .count());
    }
  }

  private static boolean staysAlive(Thread thread) {
    try {
      thread.join(Await.PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return thread.isAlive();
  }

  @Test
  void shouldRefuseAnAddressThatIsNotThisMachines() {
    IOException refused =
        assertThrows(IOException.class, () -> start(new HostPort("192.0.2.1", 9_101)));
    assertTrue(refused.getMessage().startsWith("cannot serve the status on 192.0.2.1:9101: "));
  }
}
