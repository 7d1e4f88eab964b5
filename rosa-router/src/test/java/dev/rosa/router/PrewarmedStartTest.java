package dev.rosa.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import dev.rosa.control.v1.FetchCodeReply;
import dev.rosa.control.v1.FetchSecretReply;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.router.catalogue.ScriptedCodeServer;
import dev.rosa.router.execution.HostileThrowableTest;
import dev.rosa.router.setup.RouterSetup;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.CompiledBundle;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output and status of a router that is ready, with and without prewarming. */
@Tag("jdk")
class PrewarmedStartTest {

  private static final byte[] BUNDLE = CompiledBundle.onPacket("").jar();
  private static final CodeDigest CODE = CodeDigest.ofBundle(BUNDLE);
  private static final int STARTS = 20;

  @TempDir private Path directory;
  private Identity carol;
  private ScriptedCodeServer server;
  private CapturedLog log;

  @BeforeEach
  void start() {
    TestDomain domain = TestDomain.in(directory.resolve("domain"));
    domain.issue(Role.ROUTER, "r1");
    log = CapturedLog.of("dev.rosa.router");
    server = new ScriptedCodeServer(domain, "cs1").start();
    server.catalogue = ScriptedCodeServer.catalogue(7, CODE);
    server.secret = FetchSecretReply.newBuilder().setKci(ByteString.copyFrom(new byte[32])).build();
    carol = domain.user("carol");
    server.code = reply(BUNDLE);
  }

  private FetchCodeReply reply(byte[] bundle) {
    return FetchCodeReply.newBuilder()
        .setBundle(ByteString.copyFrom(bundle))
        .setPublication(
            ScriptedCodeServer.publication(carol, CodeDigest.ofBundle(bundle), Instant.now()))
        .build();
  }

  @AfterEach
  void stop() {
    server.close();
    log.close();
  }

  private RunningRouter startRouter(String prewarm) throws Exception {
    Path config =
        server.writeRouterConfig(
            directory,
            "<sessions record='r1.replay'/><prewarm %s/><overlay listen='127.0.0.1:0'/>"
                .formatted(prewarm));
    return RunningRouter.start(RouterSetup.load(config), null, () -> {});
  }

  private String readyLine() {
    List<String> ready = log.linesWith("ready name=");
    assertEquals(1, ready.size());
    return ready.get(0);
  }

  private String lastReadyLine() {
    List<String> ready = log.linesWith("ready name=");
    return ready.get(ready.size() - 1);
  }

  private static JsonNode status(RunningRouter router) throws Exception {
    int port = router.statusAddress().getPort();
    try (InputStream page =
        URI.create("http://127.0.0.1:" + port + "/status").toURL().openStream()) {
      return new ObjectMapper().readTree(page);
    }
  }

  @Test
  void shouldLeaveNoTraceOfSyntheticPacketsWhenReadyWithoutACodeServer() throws Exception {
    server.stop();
    try (RunningRouter router = startRouter("limit='1500ms'")) {
      assertTrue(readyLine().contains(" prewarm="), readyLine());
      assertTrue(readyLine().matches(".* synthetic-packets=[1-9].*"), readyLine());
      JsonNode status = status(router);
      status.path("packets").forEach(count -> assertEquals(0, count.asLong()));
      status.path("drops").forEach(count -> assertEquals(0, count.asLong()));
      assertEquals(0, status.path("sessionsLive").asInt());
      assertEquals(0, status.path("parkedNow").asInt());
      assertEquals(0, status.at("/latency/count").asInt());
      assertEquals(0, status.path("applications").size());
    }
    assertEquals(List.of(), log.linesWith(" loaded"));
    assertEquals(List.of(), log.linesWith(" failed: "));
    List<String> record = Files.readAllLines(directory.resolve("r1.replay"));
    assertEquals(2, record.size(), record::toString);
    assertTrue(record.get(1).startsWith("workers 1 "), record::toString);
    server.start();
  }

  @Test
  void shouldPrewarmNothingWhenSwitchedOff() throws Exception {
    try (RunningRouter router = startRouter("limit='off'")) {
      assertTrue(readyLine().contains(" prewarm=off "), readyLine());
      assertEquals(0, status(router).path("sessionsLive").asInt());
    }
    assertEquals(List.of(), log.linesWith("prewarming"));
    assertEquals(0, server.fetches.get());
  }

  @Test
  void shouldHaveCodeAndSecretWhenReadyIfTheyAreToBeFetchedAhead() throws Exception {
    try (RunningRouter router = startRouterInTimeToFetch()) {
      assertTrue(lastReadyLine().contains(" prewarm=off fetched=1/1 "), lastReadyLine());
      assertEquals(2, server.fetches.get());
      assertEquals("sample", status(router).at("/applications/0/name").asText());
    }
  }

  /** A start waits five seconds for code, too short for a busy machine: then the next one tries. */
  private RunningRouter startRouterInTimeToFetch() throws Exception {
    RunningRouter router = startRouter("limit='off' fetch='true'");
    for (int i = 1; i < STARTS && !lastReadyLine().contains(" fetched=1/1 "); i++) {
      router.close();
      server.fetches.set(0);
      router = startRouter("limit='off' fetch='true'");
    }
    return router;
  }

  @Test
  void shouldBeReadyWithoutTheCodeWhosePrewarmingFailsAndNameIt() throws Exception {
    byte[] hostile = HostileThrowableTest.startsOnce();
    CodeDigest digest = CodeDigest.ofBundle(hostile);
    server.codes.put(digest, reply(hostile));
    server.catalogue = ScriptedCodeServer.catalogue(7, CODE, digest);
    try (RunningRouter router = startRouter("limit='1m' fetch='true'")) {
      assertTrue(readyLine().contains(" fetched=2/2 "), readyLine());
      assertEquals(2, status(router).path("applications").size());
    }
    assertEquals(1, log.linesWith("code " + digest + " is not prewarmed: entry class").size());
    assertEquals(1, log.linesWith("code " + digest + " is not served before").size());
  }

  @Test
  void shouldBeReadyAndSayWhyNothingWasFetchedWhenNoCodeServerAnswers() throws Exception {
    server.stop();
    try (RunningRouter router = startRouter("limit='500ms' fetch='true'")) {
      assertTrue(readyLine().contains(" fetched=0/0 "), readyLine());
      assertEquals(0, status(router).at("/packets/received").asInt());
    }
    assertEquals(1, log.linesWith("no code is fetched ahead so far: code server ").size());
    server.start();
  }
}
