package dev.rosa.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.router.pipeline.RouterBench;
import dev.rosa.router.setup.RouterSetup;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.CompiledBundle;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A whole router, by its command line: a Code Server, links and files around it are real. */
@Tag("jdk")
class RouterCommandTest extends RouterCommandRig {

  @Test
  void shouldNameFileAndLineWhenFolderOfTheRecordIsNotThere() throws IOException {
    Path config = config("");
    String text = Files.readString(config);
    Files.writeString(
        config, text.replace("<prewarm", "<sessions record=\"nowhere/r1.replay\"/>\n<prewarm"));
    int line = text.substring(0, text.indexOf("<prewarm")).split("\n", -1).length;
    assertEquals(2, execute("--config", config.toString()));
    assertEquals(
        "rosa-router: %s:%d: <sessions record>: %s lies in %s, expected a folder that can be written\n"
            .formatted(
                config, line, directory.resolve("nowhere/r1.replay"), directory.resolve("nowhere")),
        err.toString());
  }

  @Test
  void shouldExitWithTwoWhenUsageIsWrong() throws IOException {
    String config = config("").toString();
    String[][] wrong = {
      {"--config", config, "--replay", "in.pcap"},
      {"--config", config, "--write", "out.pcap"},
      {"--config", config, "--json"},
      {"--config", config, "--at", "5"},
      {"--config", config, "--replay", "a", "--write", "b", "--at", "-1"},
      {"--config", config, "--replay", "a", "--write", "b", "--wait", "soon"},
      {"--colour"}
    };
    for (String[] args : wrong) {
      assertEquals(2, execute(args), Arrays.toString(args));
    }
    assertEquals(wrong.length, err.toString().lines().count(), err.toString());
  }

  @Test
  void shouldValidateWhatTheConfigurationNames() throws IOException {
    assertEquals(0, execute("--config", config("").toString(), "--validate"), err.toString());
    Path config = config("");
    Files.writeString(config, Files.readString(config).replace("domain/r1", "domain/r2"));
    assertEquals(2, execute("--config", config.toString(), "--validate"));
    assertTrue(err.toString().contains("xml:2: <identity>: "), err.toString());
    assertTrue(err.toString().contains("r2.key"), err.toString());
    domain.user("alice");
    Files.writeString(config, Files.readString(config).replace("domain/r2", "domain/alice"));
    assertEquals(2, execute("--config", config.toString(), "--validate"));
    assertTrue(err.toString().contains("expected one of role router"), err.toString());
    assertEquals(2, err.toString().lines().count(), err.toString());
  }

  @Test
  void shouldMeasureNoProviderWhenItOnlyValidates() throws IOException {
    Path providers = directory.resolve("providers.xml");
    Files.writeString(
        providers,
        """
        <providers measured="providers.measured.json">
          <provider name="BC" class="org.bouncycastle.jce.provider.BouncyCastleProvider"/>
          <suite name="HMAC-SHA256-128" choose="auto">
            <serve provider="SunJCE"/><serve provider="BC"/>
          </suite>
        </providers>
        """);
    Path config = config("");
    Files.writeString(
        config,
        Files.readString(config)
            .replace("<status>", "<providers>providers.xml</providers>\n  <status>"));
    assertEquals(0, execute("--config", config.toString(), "--validate"), err.toString());
    assertFalse(Files.exists(directory.resolve("providers.measured.json")));
    Files.writeString(providers, Files.readString(providers).replace("\"BC\"/>", "\"BD\"/>"));
    assertEquals(2, execute("--config", config.toString(), "--validate"));
    assertTrue(err.toString().contains(providers + ":4: provider BD is unknown"), err.toString());
  }

  private HttpResponse<String> http(RunningRouter router, String method, String path)
      throws Exception {
    InetSocketAddress at = router.statusAddress();
    URI uri = URI.create("http://127.0.0.1:" + at.getPort() + path);
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void shouldServeLinksFromTheCodeServersAnswersOn() throws Exception {
    try (DatagramSocket next = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        CapturedLog log = CapturedLog.of("dev.rosa.router")) {
      next.setSoTimeout((int) Await.PATIENCE.toMillis());
      server.stop();
      String route = "<route to='10.0.2.0/24' via='127.0.0.1:%d'/>".formatted(next.getLocalPort());
      RouterSetup setup = RouterSetup.load(config(route));
      try (RunningRouter router = RunningRouter.start(setup, null, () -> {})) {
        List<String> ready = log.linesWith("ready ");
        assertEquals(1, ready.size());
        assertTrue(ready.get(0).contains("name=r1 node=1 overlay=127.0.0.1:"), ready.get(0));
        assertEquals(List.of(), log.linesWith("WARN"));
        Await.until(
            "it waits",
            () -> log.linesWith("INFO waiting for code server " + server.address()).size() == 1);
        send(next, router, new byte[] {1, 2, 3});
        Await.until("a drop", () -> status(router).at("/drops/MALFORMED").asInt() == 1);
        assertEquals(0, status(router).at("/catalogue/version").asInt());

        server.start();
        Await.until("catalogue", () -> status(router).at("/catalogue/version").asInt() == 7);
        flow.sst = Instant.now().getEpochSecond();
        flow.set = flow.sst + 60;
        byte[] packet = flow.next("hello");
        send(next, router, packet);
        DatagramPacket left = new DatagramPacket(new byte[2_048], 2_048);
        next.receive(left);
        assertEquals(packet.length, left.getLength());
        assertEquals(packet[TTL_OFFSET] - 1, left.getData()[TTL_OFFSET]);
        Await.until("counted", () -> status(router).at("/packets/forwarded").asInt() == 1);
        assertStatusAndMetrics(router);
      }
    }
  }

  private Identity router() {
    return TestDomain.load(domain.prefix("r1"));
  }

  private static void send(DatagramSocket from, RunningRouter router, byte[] packet)
      throws IOException {
    from.send(new DatagramPacket(packet, packet.length, router.overlayAddress()));
  }

  private JsonNode status(RunningRouter router) {
    try {
      return json.readTree(http(router, "GET", "/status").body());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void assertStatusAndMetrics(RunningRouter router) throws Exception {
    JsonNode status = status(router);
    assertEquals("r1", status.at("/router").asText());
    assertEquals(1, status.at("/nodeId").asInt());
    assertEquals("sample", status.at("/catalogue/codes/0/name").asText());
    assertEquals("sample", status.at("/applications/0/name").asText());
    assertEquals(1, status.at("/sessionsLive").asInt());
    assertEquals("SunJCE", status.at("/providers/HMAC-SHA256-128").asText());
    assertTrue(status.at("/latency/firstMicros").asDouble() > 0);
    assertTrue(status.at("/ready").asBoolean());
    assertTrue(status.at("/codeServer/connected").asBoolean());
    assertEquals(server.address().toString(), status.at("/codeServer/address").asText());
    assertEquals(0, status.at("/workersInCode").size());
    assertTrue(status.at("/allocatedBytes").asLong() > 0, status.toString());
    assertTrue(status.at("/lastPacketSecondsAgo").isIntegralNumber(), status.toString());
    assertEquals(
        router().certificate().getNotAfter().toInstant().toString(),
        status.at("/certificateEnd").asText());
    assertFalse(status.at("/drops/BAD_TAG").isMissingNode());

    String metrics = http(router, "GET", "/metrics").body();
    assertTrue(metrics.contains("rosa_packets_total{event=\"executed\"} 1.0"), metrics);
    assertTrue(metrics.contains("rosa_packets_dropped_total{reason=\"MALFORMED\"} 1.0"), metrics);
    assertTrue(metrics.contains("rosa_code_server_connected 1.0"), metrics);
    assertTrue(metrics.contains("rosa_worker_allocated_bytes_total "), metrics);
    assertTrue(metrics.contains("rosa_worker_code_seconds{worker=\"0\"} 0.0"), metrics);
    assertTrue(metrics.contains("rosa_ready 1.0"), metrics);
    assertEquals("ready\n", http(router, "GET", "/ready").body());
    assertEquals("live\n", http(router, "GET", "/live").body());
    assertEquals(404, http(router, "GET", "/").statusCode());
    assertEquals(405, http(router, "POST", "/status").statusCode());
    HttpResponse<String> head = http(router, "HEAD", "/status");
    assertEquals(200, head.statusCode());
    assertEquals("", head.body());
    assertEquals(200, http(router, "GET", "/status?x=1").statusCode());
    assertTrue(answerTo(router, "garbage\r\n\r\n").startsWith("HTTP/1.1 400"));
    assertTrue(
        answerTo(router, "GET /" + "a".repeat(5_000) + " HTTP/1.1\r\n\r\n")
            .startsWith("HTTP/1.1 4"));
  }

  private static String answerTo(RunningRouter router, String request) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(router.statusAddress());
      socket.setSoTimeout((int) Await.PATIENCE.toMillis());
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] answer = new byte[64];
      int length = socket.getInputStream().read(answer);
      return new String(answer, 0, Math.max(0, length), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void shouldShowThatTheCodeServerIsGoneAndStayReady() throws Exception {
    try (RunningRouter router = RunningRouter.start(RouterSetup.load(config("")), null, () -> {})) {
      Await.until("up", () -> status(router).at("/codeServer/connected").asBoolean());
      server.stop();
      Await.until("gone", () -> !status(router).at("/codeServer/connected").asBoolean(true));
      String error = status(router).at("/codeServer/lastError").asText();
      assertTrue(error.startsWith("code server " + server.address()), error);
      assertEquals(7, status(router).at("/catalogue/version").asInt());
      String metrics = http(router, "GET", "/metrics").body();
      assertTrue(metrics.contains("rosa_code_server_connected 0.0"), metrics);
      assertEquals(200, http(router, "GET", "/ready").statusCode());
      server.start();
    }
  }

  @Test
  void shouldShowAndStopCodeThatLoopsAndLetItRunAgain() throws Exception {
    byte[] endless = CompiledBundle.onPacket("while (packet.payloadByte(0) == 'x') { }").jar();
    serve("dora", endless);
    RouterBench.Flow flow = new RouterBench().flow(CodeDigest.ofBundle(endless));
    flow.sst = Instant.now().getEpochSecond();
    flow.set = flow.sst + 600;
    String digits = CodeDigest.ofBundle(endless).hex().substring(0, 8);
    Path file = config("");
    String keys = "<code failures=\"2\" within=\"10m\"/>\n<sessions record=\"r1.replay\"/>\n";
    Files.writeString(file, Files.readString(file).replace("<prewarm", keys + "<prewarm"));
    try (DatagramSocket from = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        RunningRouter router = RunningRouter.start(RouterSetup.load(file), null, () -> {})) {
      Await.until("catalogue", () -> status(router).at("/catalogue/version").asInt() == 7);
      for (String payload : List.of("hello", "x1", "x2", "hello")) {
        send(from, router, flow.next(payload));
      }
      Await.until("it is stopped", () -> status(router).at("/drops/CODE_STOPPED").asInt() == 1);
      JsonNode status = status(router);
      assertEquals(2, status.at("/drops/FUEL_EXHAUSTED").asInt());
      assertEquals(3, status.at("/applications/0/packets").asInt());
      assertEquals(2, status.at("/applications/0/exhausted/fuel").asInt());
      assertTrue(status.at("/applications/0/stopped").isNull());
      assertEquals("fuel", status.at("/applications/0/stoppedForUsers/0/failure").asText());
      assertTrue(status.at("/applications/0/fuel/p99").asInt() >= 1_000_000, status.toString());
      String metrics = http(router, "GET", "/metrics").body();
      assertTrue(metrics.contains("rosa_code_stopped_users{code=\"" + digits), metrics);
      assertEquals(0, execute(resume(file, digits)));
      send(from, router, flow.next("hello"));
      Await.until("it runs", () -> status(router).at("/applications/0/packets").asInt() == 4);
      assertEquals(0, status(router).at("/applications/0/stoppedForUsers").size());
      assertEquals(1, execute(resume(file, digits)));
    }
  }

  @Test
  void shouldEndWhileCodeRuns() throws Exception {
    byte[] endless =
        CompiledBundle.onPacket("while (true) { }").attribute("Rosa-Fuel", "10000").jar();
    serve("dora", endless);
    RouterBench.Flow flow = new RouterBench().flow(CodeDigest.ofBundle(endless));
    flow.sst = Instant.now().getEpochSecond();
    flow.set = flow.sst + 600;
    int port;
    try (DatagramSocket from = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        RunningRouter router = RunningRouter.start(RouterSetup.load(config("")), null, () -> {})) {
      Await.until("catalogue", () -> status(router).at("/catalogue/version").asInt() == 7);
      port = router.overlayAddress().getPort();
      for (int i = 0; i < 100; i++) {
        send(from, router, flow.next("x"));
      }
      Await.until("it runs", () -> status(router).at("/drops/FUEL_EXHAUSTED").asInt() > 0);
    }
    new DatagramSocket(port, InetAddress.getLoopbackAddress()).close();
  }

  private static String[] resume(Path config, String digits) {
    return new String[] {"--config", config.toString(), "code", "resume", digits};
  }

  @Test
  void shouldSayInOneLineThatAPortIsInUse() throws Exception {
    try (RunningRouter first = RunningRouter.start(RouterSetup.load(config("")), null, () -> {})) {
      Path config = config("");
      String text = Files.readString(config);
      int overlay = first.overlayAddress().getPort();
      Files.writeString(
          config, text.replace("listen=\"127.0.0.1:0", "listen=\"127.0.0.1:" + overlay));
      assertEquals(1, execute("--config", config.toString()));
      assertEquals(
          List.of(
              "rosa-router: cannot listen on 127.0.0.1:%d: the port is in use".formatted(overlay)),
          err.toString().lines().map(line -> line.replace("localhost", "127.0.0.1")).toList());
    }
  }

  private static void free(ServerSocket taken) throws IOException {
    taken.close();
  }

  /** Any user of the machine can bind it first. */
  @Test
  void shouldStartWithoutPagesWhenAnotherProcessHasTheirPort() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        CapturedLog log = CapturedLog.of(RunningRouter.class)) {
      String place = "127.0.0.1:" + taken.getLocalPort();
      Path config = config("");
      Files.writeString(config, Files.readString(config).replace("127.0.0.1:0</s", place + "</s"));
      try (RunningRouter router = RunningRouter.start(RouterSetup.load(config), null, () -> {})) {
        assertEquals(1, log.linesWith("WARN cannot serve the status on " + place).size());
        assertEquals(1, log.linesWith("ready name=").size());
        free(taken);
        Await.until("pages", () -> !log.linesWith("INFO the port is free").isEmpty());
        assertEquals(200, http(router, "GET", "/status").statusCode());
      }
    }
  }
}
