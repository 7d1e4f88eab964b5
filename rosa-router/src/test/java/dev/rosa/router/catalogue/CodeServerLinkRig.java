package dev.rosa.router.catalogue;

import static org.junit.jupiter.api.Assertions.assertNull;

import dev.rosa.config.HostPort;
import dev.rosa.control.Backoff;
import dev.rosa.control.StartupGrace;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.publication.PublicationCheck;
import dev.rosa.router.catalogue.CodeSource.Answer;
import dev.rosa.testkit.CapturedLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A router's link to Code Servers that say what a test wants. */
abstract class CodeServerLinkRig {

  static final int MAX_BUNDLE_BYTES = 4_096;
  static final Duration PATIENCE = Duration.ofMinutes(2);
  static final Duration SKEW = Duration.ofSeconds(2);
  static final byte[] BUNDLE = "a bundle".getBytes(StandardCharsets.UTF_8);
  static final CodeDigest CODE = CodeDigest.ofBundle(BUNDLE);

  @TempDir Path directory;
  TestDomain domain;
  Identity router;
  ScriptedCodeServer server;
  private final List<CodeServerLink> links = new ArrayList<>();
  CapturedLog log;
  final Instant start = Instant.now();
  volatile Instant now = start;
  volatile InstantSource nextInstant = () -> now;
  KeptState kept = KeptState.none();
  Duration slowness = PATIENCE;
  Backoff backoff = new Backoff(new Random(1));

  @BeforeEach
  void start() {
    domain = TestDomain.in(directory.resolve("domain"));
    router = domain.router("r1");
    server = new ScriptedCodeServer(domain, "cs1").start();
    log = CapturedLog.of(CatalogueWatch.class);
  }

  @AfterEach
  void stop() {
    links.forEach(CodeServerLink::close);
    server.close();
    log.close();
  }

  CodeServerLink link(HostPort... servers) {
    AcceptedPublishers publishers =
        new AcceptedPublishers(
            new PublicationCheck(router.authority(), InstantSource.system()), "carol"::equals);
    CatalogueWatch watch =
        new CatalogueWatch(
            CodeServers.open(
                List.of(servers), router, CodeServerLink.maxMessageBytes(MAX_BUNDLE_BYTES)),
            intake(),
            backoff,
            () -> nextInstant.instant(),
            new StartupGrace(System::nanoTime),
            slowness);
    CodeServerLink link = CodeServerLink.open(watch, publishers, MAX_BUNDLE_BYTES);
    links.add(link);
    return link;
  }

  StateIntake intake() {
    try {
      return StateIntake.open(
          new DomainStates(router.authority(), TestDomain.DOMAIN),
          kept,
          () -> nextInstant.instant(),
          SKEW);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  CodeServerLink connected() throws InterruptedException {
    CodeServerLink link = link(server.address());
    assertNull(link.awaitCatalogue(PATIENCE));
    return link;
  }

  static <T> Answer<T> answer(CompletionStage<Answer<T>> stage) throws Exception {
    return stage.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }
}
