package dev.rosa.role;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.config.HostPort;
import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import dev.rosa.serving.StatusPage;
import dev.rosa.serving.StatusService;
import dev.rosa.testkit.CapturedLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
final class RunningRoleTest {

  private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);

  private final List<String> ended = new ArrayList<>();
  private Identity self;

  @BeforeEach
  void issue(@TempDir Path folder) {
    self = TestDomain.in(folder).authorizationServer("as1");
  }

  /** A role of three parts; the second fails to end. */
  private final class ThreeParts extends RunningRole {

    private final IOException failure;
    private Optional<StatusService> status = Optional.empty();

    ThreeParts(IOException failure) {
      super(self, InstantSource.system());
      this.failure = failure;
    }

    @Override
    protected void begin() throws IOException {
      opened(() -> ended.add("first"));
      opened(
          () -> {
            ended.add("second");
            throw new IOException("a defect");
          });
      status = serveStatus(ANY_PORT, null, StatusPage.all(() -> "{}", () -> "", Optional::empty));
      opened(() -> ended.add("third"));
      assertEquals(Optional.empty(), serveStatus(null, null, null));
      if (failure != null) {
        throw failure;
      }
    }

    InetSocketAddress address() {
      return status.flatMap(StatusService::address).orElseThrow();
    }

    ThreeParts start() throws ConfigException, IOException {
      return started(this);
    }
  }

  @Test
  void shouldEndThePartsWithTheNewestFirstWhenOneFails() throws Exception {
    try (CapturedLog log = CapturedLog.of(ThreeParts.class)) {
      new ThreeParts(null).start().close();
      assertEquals(List.of("third", "second", "first"), ended);
      assertEquals(List.of("WARN did not close cleanly: a defect"), log.lines());
    }
  }

  @Test
  void shouldEndWhatItHasOpenedWhenTheStartFails() {
    IOException inUse = new IOException("the port is in use");
    ThreeParts role = new ThreeParts(inUse);
    assertSame(inUse, assertThrows(IOException.class, role::start));
    assertEquals(List.of("third", "second", "first"), ended);
    int port = role.address().getPort();
    assertThrows(
        IOException.class, () -> new Socket(InetAddress.getLoopbackAddress(), port).close());
  }

  @Test
  void shouldServeTheFourPagesOfEveryRole() throws Exception {
    try (ThreeParts role = new ThreeParts(null).start()) {
      HostPort at = HostPort.of(role.address());
      for (String page : List.of("status", "metrics", "ready", "live")) {
        assertEquals(200, answer(at, page), page);
      }
      assertEquals(404, answer(at, "other"));
      assertTrue(role.vitals().status().containsKey("certificateEnd"));
    }
  }

  /** A role that no node of the domain talks to. */
  private static final class Alone extends RunningRole {
    Alone() {
      super(InstantSource.system());
    }

    @Override
    protected void begin() {}
  }

  @Test
  void shouldTellOfNoCertificateWhenARoleHasNone() throws Exception {
    try (Alone role = RunningRole.started(new Alone())) {
      Map<String, Object> facts = role.vitals().status();
      assertFalse(facts.containsKey("certificateEnd"));
      assertTrue(facts.containsKey("uptimeSeconds"));
    }
  }

  private static int answer(HostPort at, String page) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + at + "/" + page)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode();
  }
}
