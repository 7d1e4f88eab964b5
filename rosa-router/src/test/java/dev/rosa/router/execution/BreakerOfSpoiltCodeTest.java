package dev.rosa.router.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.BundleException;
import dev.rosa.router.execution.LoadedCode.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Codes and users that the breaker has to stop although a start is not paid. */
@Tag("jdk")
class BreakerOfSpoiltCodeTest extends InstanceRig {

  private static final int FAILURES = 100;
  private static final int MEMORY = 16 << 10;

  BreakerOfSpoiltCodeTest() {
    super(FAILURES);
  }

  private LoadedCode endless() throws BundleException {
    return load("@Override public void onPacket(Packet packet) { for (;;) { } }", 1_000, MEMORY);
  }

  @Test
  void shouldStopEndlessCodeForItsOnlyUser() throws BundleException {
    LoadedCode code = endless();
    for (int i = 0; i < 10 * FAILURES; i++) {
      runTelling(code, 2, 0);
    }
    assertEquals(1, report().stopsOfUsers().size());
  }

  @Test
  void shouldStopEndlessCodeForAll() throws BundleException {
    LoadedCode code = endless();
    for (int i = 0; i < 10 * FAILURES; i++) {
      runTelling(code, i % 20, 0);
    }
    assertTrue(report().stop().isPresent());
  }

  /** A start of some four million units, and as much work as the packet says. */
  @Test
  void shouldServeOthersBesideAUserWhosePacketsAreAlwaysStopped() throws BundleException {
    LoadedCode code =
        load(
            """
            private boolean begun;
            private int sum;
            @Override public void start(RouterContext router) {
              for (int i = 0; i < 500_000; i++) { sum += i; }
            }
            @Override public void onPacket(Packet packet) {
              if (begun) { throw new IllegalStateException("begun twice"); }
              begun = true;
              for (int i = packet.payloadByte(0) << 16; i > 0; i--) { sum += i; }
              begun = false;
            }
            """,
            100,
            MEMORY);
    int lost = 0;
    for (int i = 0; i < 2_000; i++) {
      if (i % 10 == 0) {
        runTelling(code, 2, 127);
      } else {
        lost += runTelling(code, 3 + i % 7, 0) == Outcome.FORWARD ? 0 : 1;
      }
    }
    assertEquals(0, lost, "packets of others, of 1,800");
  }
}
