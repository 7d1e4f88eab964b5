package dev.rosa.router.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.bundle.BundleException;
import dev.rosa.router.execution.LoadedCode.Outcome;
import dev.rosa.wire.active.Grant;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Packets of one user that spoil the instance which packets of others are run with. */
@Tag("jdk")
class SpoiltInstanceTest extends InstanceRig {

  SpoiltInstanceTest() {
    super(100);
  }

  private Outcome run(LoadedCode code, int user, int permissions) {
    return run(code, user, ALL_FUEL, permissions);
  }

  /** A code that begins and ends something in its fields for each packet. */
  private LoadedCode beginningAndEnding() throws BundleException {
    return load(
        """
        private boolean begun;
        @Override public void onPacket(Packet packet) {
          if (begun) { throw new IllegalStateException("begun twice"); }
          begun = true;
          packet.sessionState().set(0, 1);
          begun = false;
        }
        """,
        1_000,
        16 << 10);
  }

  @Test
  void shouldServeOthersBehindAPacketThatTheCodeFailedOn() throws BundleException {
    LoadedCode code = beginningAndEnding();
    assertEquals(Outcome.FORWARD, run(code, 1, Grant.ALL));
    assertEquals(Outcome.FAULT, run(code, 2, 0));
    for (int i = 0; i < 150; i++) {
      assertEquals(Outcome.FORWARD, run(code, 1, Grant.ALL), "packet " + i);
    }
    assertEquals(Optional.empty(), report().stop());
  }

  /**
   * A start of four million units, and an array as long as the packet says: users 2 and above ask
   * for too much.
   */
  private LoadedCode allocatingAsTold(int fuelThousands) throws BundleException {
    return load(
        """
        private int sum;
        @Override public void start(RouterContext router) {
          for (int i = 0; i < 500_000; i++) { sum += i; }
        }
        @Override public void onPacket(Packet packet) {
          byte[] told = new byte[packet.payloadByte(0) << 20];
          sum += told.length;
        }
        """,
        fuelThousands,
        1_024);
  }

  @Test
  void shouldServeOthersBehindAPacketThatAsksForTooMuchMemory() throws BundleException {
    LoadedCode code = allocatingAsTold(100);
    int lost = 0;
    for (int i = 0; i < 90; i++) {
      assertEquals(Outcome.EXHAUSTED, runTelling(code, 2, 2));
      for (int k = 0; k < 10; k++) {
        lost += runTelling(code, 1, 0) == Outcome.FORWARD ? 0 : 1;
      }
    }
    assertEquals(0, lost, "packets of others, of 900");
  }

  /** As above, with a start of some four million units, and as much work as the packet says. */
  private LoadedCode workingAsTold() throws BundleException {
    return load(
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
        30,
        16 << 10);
  }

  @Test
  void shouldNotStopCodeForAllBehindOnePacketThatAsksForTooMuchWork() throws BundleException {
    LoadedCode code = workingAsTold();
    assertEquals(Outcome.EXHAUSTED, runTelling(code, 2, 1));
    int lost = 0;
    for (int i = 0; i < 300; i++) {
      lost += runTelling(code, 3 + i % 3, 0) == Outcome.FORWARD ? 0 : 1;
    }
    assertEquals(Optional.empty(), report().stop(), lost + " lost");
    assertEquals(0, lost, "packets of others, of 300");
  }
}
