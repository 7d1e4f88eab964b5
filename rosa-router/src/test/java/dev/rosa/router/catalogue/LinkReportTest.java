package dev.rosa.router.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.HostPort;
import dev.rosa.control.v1.SignedState;
import dev.rosa.domainstate.DomainState;
import dev.rosa.domainstate.StateContent;
import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.CapturedLog;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Log lines of the link, which a Code Server causes. */
class LinkReportTest {

  private static final HostPort SERVER = new HostPort("127.0.0.1", 7002);

  private final CapturedLog log = CapturedLog.of(LinkReportTest.class);
  private Instant now = Instant.EPOCH;
  private final LinkReport report =
      new LinkReport(LoggerFactory.getLogger(LinkReportTest.class), SERVER, () -> now);
  private final Set<CodeDigest> all =
      Set.copyOf(IntStream.range(0, 30).mapToObj(LinkReportTest::code).toList());

  @AfterEach
  void close() {
    log.close();
  }

  private static CodeDigest code(int number) {
    return CodeDigest.ofBundle(("code " + number).getBytes(StandardCharsets.UTF_8));
  }

  private InForce catalogue(long version, boolean permitted) {
    Catalogue catalogue =
        new Catalogue(
            all.stream()
                .map(code -> new Catalogue.Entry(code, "sample", permitted, Set.of(1)))
                .toList(),
            Revocations.NONE);
    StateContent content =
        new StateContent(
            Map.copyOf(all.stream().collect(Collectors.toMap(code -> code, code -> Set.of(1)))),
            List.of());
    DomainState state =
        new DomainState(1, Instant.EPOCH, Instant.MAX, content, SignedState.getDefaultInstance());
    return new InForce(catalogue, version, state);
  }

  private void pass(int seconds, InForce inForce) {
    for (int second = 0; second < seconds; second++) {
      now = now.plusSeconds(1);
      report.tell(false, false, inForce);
    }
  }

  @Test
  void shouldTellTheLastCatalogueAfterAWhileWhenManyComeAtOnce() {
    for (int version = 1; version <= 1_000; version++) {
      report.answered(SERVER, catalogue(version, true));
    }
    assertEquals(6, log.linesWith("INFO catalogue ").size());
    pass(9, catalogue(1_000, true));
    assertEquals(6, log.lines().size());
    pass(2, catalogue(1_000, true));
    assertEquals(
        "INFO catalogue 1000: 30 codes from 127.0.0.1:7002 (993 left out)", log.lines().get(6));
    pass(600, catalogue(1_000, true));
    assertEquals(7, log.lines().size());
  }

  @Test
  void shouldTellOfEachLostCodeByAndByWhenAllAreLostAtOnce() {
    report.answered(SERVER, catalogue(1, true));
    report.answered(SERVER, catalogue(2, false));
    assertEquals(10, log.linesWith("WARN code server").size());
    pass(61, catalogue(2, false));
    assertEquals(20, log.linesWith("WARN code server").size());
    pass(600, catalogue(2, false));
    assertEquals(30, log.linesWith("WARN code server").size());
    all.forEach(
        code -> assertEquals(1, log.linesWith("(" + code.hex().substring(0, 8) + ")").size()));
  }

  @Test
  void shouldBoundTheLinesAboutLostCodesWhenTheyComeAndGo() {
    for (int version = 1; version <= 600; version++) {
      InForce next = catalogue(version, version % 2 == 0);
      report.answered(SERVER, next);
      pass(1, next);
    }
    int lines = log.linesWith("WARN code server").size();
    assertTrue(lines >= 100 && lines <= 110, lines + " lines");
  }

  @Test
  void shouldAccuseOnceAnHourAlsoAfterTheClockWasAheadForAWhile() {
    now = Instant.EPOCH.plus(Duration.ofDays(365));
    report.accuse(SERVER, LinkEnd.ofFalseSecret(SERVER));
    now = Instant.EPOCH;
    report.accuse(SERVER, LinkEnd.ofFalseSecret(SERVER));
    now = now.plus(Duration.ofMinutes(59));
    report.accuse(SERVER, LinkEnd.ofFalseSecret(SERVER));

    assertEquals(2, log.linesWith("ERROR code server").size());
  }
}
