package dev.rosa.firewall.plane.layer.xdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.kernel.bpf.BpfTestRun;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@link XdpFront} at an interface that is not there, with real maps and programs. */
class XdpFrontTest {

  private static final String ABSENT = "rosa-absent0";
  private static final String WAITS = "there is no such interface now";
  private static final String NO_BANS = "no ban needs it now";
  private static final long END_MILLIS = 1_000;

  private long nowMillis;
  private long nowNanos;

  private final XdpFront front =
      new XdpFront(
          2_000,
          () -> Instant.ofEpochMilli(nowMillis),
          () -> nowNanos,
          new FrontLinks(List.of(ABSENT), FrontChoice.EVERYWHERE));

  @BeforeEach
  void requireBpf() {
    BpfTestRun.assumeBpf();
  }

  @AfterEach
  void close() {
    front.close();
  }

  private static List<Ban> bans(int number, Ban.Action action) {
    return IntStream.range(0, number)
        .mapToObj(i -> new Source(Source.Family.IPV4, 0, 0x0a000000L + i, 32))
        .map(source -> new Ban(source, action, 0, END_MILLIS, "test"))
        .toList();
  }

  /** Why it is not at the interface, after the next look. */
  private String whyAfterLook() {
    nowNanos += XdpFront.NANOS_BETWEEN_LOOKS;
    assertFalse(front.mend());
    return front.at(ABSENT).orElseThrow().why();
  }

  @Test
  void shouldHaveAProgramOnlyWhileThereAreBans() {
    assertEquals(NO_BANS, whyAfterLook());
    List<Ban> bans = bans(1, Ban.Action.DROP);
    front.enforce(bans);
    assertEquals(WAITS, whyAfterLook());
    front.lift(bans);
    assertEquals(NO_BANS, whyAfterLook());
  }

  @Test
  void shouldTakeEndedBansOutInBoundedSteps() {
    front.enforce(bans(2 * XdpFront.MOST_ENDED + 1, Ban.Action.DROP));
    nowMillis = END_MILLIS - 1;
    assertEquals(WAITS, whyAfterLook());
    nowMillis = END_MILLIS;
    assertEquals(WAITS, whyAfterLook());
    assertEquals(WAITS, whyAfterLook());
    assertEquals(NO_BANS, whyAfterLook());
  }

  @Test
  void shouldLeaveLimitsAndEndedBansToTheLayersBehind() {
    front.enforce(bans(3, Ban.Action.LIMIT));
    assertEquals(NO_BANS, whyAfterLook());
    nowMillis = END_MILLIS;
    front.enforce(bans(3, Ban.Action.DROP));
    assertEquals(NO_BANS, whyAfterLook());
  }

  @Test
  void shouldKeepABanWhenALimitOfTheSameSourceIsLifted() {
    front.enforce(bans(1, Ban.Action.DROP));
    front.lift(bans(1, Ban.Action.LIMIT));
    assertEquals(WAITS, whyAfterLook());
  }

  @Test
  void shouldSayNothingOfInterfacesThatAreNotItsOwn() {
    assertEquals(Optional.empty(), front.at("eth0"));
  }
}
