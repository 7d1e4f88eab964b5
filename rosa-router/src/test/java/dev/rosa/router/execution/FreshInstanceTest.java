package dev.rosa.router.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.BundleException;
import dev.rosa.router.execution.LoadedCode.Outcome;
import dev.rosa.wire.active.Grant;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Payment of the instance that takes the place of another one. */
@Tag("jdk")
class FreshInstanceTest extends InstanceRig {

  private static final int FUEL = 1_000;

  FreshInstanceTest() {
    super(1_000);
  }

  private LoadedCode load(String members, int memoryKib) throws BundleException {
    return load(members, FUEL, memoryKib);
  }

  private Outcome run(LoadedCode code, int fuelThousands) {
    return run(code, 1, fuelThousands, Grant.ALL);
  }

  /** A count and an array that belong together, with room for a stop between both. */
  private LoadedCode countingAhead(int room) throws BundleException {
    return load(
        """
        private byte[][] last = new byte[%d][];
        private int used;
        @Override public void onPacket(Packet packet) {
          if (used > 0) { last[used - 1][0]++; }
          last[used++] = new byte[16 << 10];
        }
        """
            .formatted(room),
        16 << 10);
  }

  @Test
  void shouldStartAnewBehindAPacketThatWasStopped() throws BundleException {
    LoadedCode code = countingAhead(100);
    for (int i = 0; i < 20; i++) {
      assertEquals(Outcome.FORWARD, run(code, ALL_FUEL));
      assertEquals(Outcome.EXHAUSTED, run(code, 3 + i % 2), "packet " + i);
      assertEquals(Outcome.FORWARD, run(code, ALL_FUEL), "packet behind one of little fuel");
    }
    assertEquals(0, report().faults());
    assertTrue(report().exhausted().get(Shortage.FUEL) > 0);
  }

  @Test
  void shouldServePacketsUntilTheThousandthStartFails() throws BundleException {
    LoadedCode code =
        load(
            """
            static final int[] STARTS = new int[1];
            @Override public void start(RouterContext router) {
              if (++STARTS[0] == 1_000) { throw new IllegalStateException(); }
            }
            @Override public void onPacket(Packet packet) { byte[] used = new byte[60_000]; }
            """,
            64);
    int forwarded = 0;
    while (run(code, ALL_FUEL) == Outcome.FORWARD) {
      forwarded++;
    }
    // The second packet of an instance uses up its memory.
    assertEquals(2 * 999, forwarded);
    assertEquals(Outcome.FAULT, run(code, ALL_FUEL));
    LoadedCode other = load("@Override public void onPacket(Packet packet) { }", 64);
    assertEquals(Outcome.FORWARD, run(other, ALL_FUEL));
  }

  @Test
  void shouldNotRunAPacketWhoseGrantPaysNoStart() throws BundleException {
    LoadedCode code = countingAhead(4096);
    assertEquals(Outcome.FORWARD, run(code, ALL_FUEL));
    assertEquals(Outcome.EXHAUSTED, run(code, 1));
    assertEquals(Shortage.START, code.shortage());
    assertEquals(0, code.fuelUsed());
    assertEquals(1, report().packets());
    assertEquals(1, report().exhausted().get(Shortage.START));
    assertEquals(Outcome.FORWARD, run(code, ALL_FUEL));
  }

  /** A start of some four million units, and packets that allocate an eighth of the memory. */
  private LoadedCode startingLong(String before) throws BundleException {
    return load(
        """
        private int sum;
        @Override public void start(RouterContext router) {
          for (int i = 0; i < 500_000; i++) { sum += i; }
        }
        @Override public void onPacket(Packet packet) {
          %s
          sum += new byte[128 << 10].length;
        }
        """
            .formatted(before),
        1024);
  }

  @Test
  void shouldNotLetPacketsOfLittleFuelUseUpTheMemoryOfOthers() throws BundleException {
    LoadedCode code = startingLong("");
    for (int i = 0; i < 60; i++) {
      for (int little = 0; little < 10; little++) {
        run(code, 40 + 100 * little);
      }
      assertEquals(Outcome.FORWARD, run(code, ALL_FUEL), "packet " + i);
    }
  }

  @Test
  void shouldChargeAPacketForThePartOfAStartThatItsMemoryStandsFor() throws BundleException {
    LoadedCode without = startingLong("if (sum != 0) { return; }");
    assertEquals(Outcome.FORWARD, run(without, ALL_FUEL));
    int fuel = without.fuelUsed();
    LoadedCode code = startingLong("");
    assertEquals(Outcome.FORWARD, run(code, ALL_FUEL));
    int clearing = (128 << 10) / 4;
    int part = code.fuelUsed() - fuel - clearing;
    assertTrue(part > 2_000_000 / 8 && part < 8_000_000 / 8, "part of a start: " + part);
    for (int i = 0; i < 100; i++) {
      assertEquals(Outcome.FORWARD, run(code, ALL_FUEL), "packet " + i);
    }
  }

  @Test
  void shouldStopAPacketThatLeavesNothingForTheMemoryThatItTook() throws BundleException {
    LoadedCode code =
        startingLong("for (int i = 0; packet.payloadLength() > 0 && i < 100_000; i++) { }");
    assertEquals(Outcome.EXHAUSTED, run(code, ALL_FUEL));
    assertEquals(Shortage.FUEL, code.shortage());
    assertEquals(1_000_000, code.fuelUsed());
  }

  @Test
  void shouldNotCountAPacketForTheBreakerThatFoundNoInstance() throws BundleException {
    LoadedCode code = countingAhead(4096);
    for (int i = 0; i < 2_000; i++) {
      run(code, 1);
    }
    assertEquals(Outcome.FORWARD, run(code, ALL_FUEL));
    assertEquals(Optional.empty(), report().stop());
    assertTrue(report().stopsOfUsers().isEmpty());
  }

  /** A start of some four million units, and packets that fail if they say so. */
  private LoadedCode failingAsTold() throws BundleException {
    return load(
        """
        private int sum;
        @Override public void start(RouterContext router) {
          router.counter("starts").add(1);
          for (int i = 0; i < 500_000; i++) { sum += i; }
        }
        @Override public void onPacket(Packet packet) {
          if (packet.payloadByte(0) != 0) { throw new IllegalStateException(); }
        }
        """,
        1024);
  }

  @Test
  void shouldTakeTheTimeOfAStartFromTheUserWhosePacketMadeItDue() throws BundleException {
    LoadedCode code = failingAsTold();
    assertEquals(Outcome.FAULT, runTelling(code, 2, 1));
    assertEquals(2, code.counters().get("starts"));
    assertTrue(code.fuelOfRenewal() > 2_000_000, "start of " + code.fuelOfRenewal());
    assertEquals(Outcome.FORWARD, runTelling(code, 1, 0));
    assertEquals(2, code.counters().get("starts"));
    assertEquals(0, code.fuelOfRenewal());
  }
}
