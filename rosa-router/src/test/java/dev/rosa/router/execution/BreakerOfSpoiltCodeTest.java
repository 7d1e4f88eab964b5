package dev.rosa.router.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.keys.CodeDigest;
import dev.rosa.router.execution.LoadedCode.Outcome;
import dev.rosa.router.execution.bytecode.BytecodeLane;
import dev.rosa.testkit.CompiledBundle;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Codes and users that the breaker has to stop although a start is not paid. */
@Tag("jdk")
class BreakerOfSpoiltCodeTest {

  private static final int FAILURES = 100;

  /** Offset of the low half of the user's number in a packet that is shown. */
  private static final int USER_LOW = 24 + 8 + 32 + 8;

  /** Offset of the payload's first byte. */
  private static final int PAYLOAD = 24 + 8 + 80;

  private final ShownPackets packets = new ShownPackets();

  private final ExecutionEnvironment environment =
      new ExecutionEnvironment(
          "r1",
          BundleLimits.defaults(),
          new BytecodeLane(),
          new CodeBreaker.Limits(FAILURES, Duration.ofMinutes(10)),
          WorkerClock.system());

  private CodeDigest digest;

  private LoadedCode load(String members, int fuelThousands) throws BundleException {
    byte[] jar =
        CompiledBundle.of(
                "App",
                """
                import dev.rosa.api.*;
                public class App implements ActiveApplication { %s }
                """
                    .formatted(members))
            .attribute("Rosa-Fuel", String.valueOf(fuelThousands))
            .jar();
    digest = CodeDigest.ofBundle(jar);
    return environment.load(jar, digest);
  }

  private Outcome run(LoadedCode code, int user, int told) {
    PacketContext packet = packets.next(new Grant(0, 0, Grant.ALL), Suite.HMAC_SHA256);
    packets.bytes().putLong(USER_LOW, user).put(PAYLOAD, (byte) told);
    return code.run(packet);
  }

  private CodeReport report() {
    return environment.reports().get(digest.hex());
  }

  private LoadedCode endless() throws BundleException {
    return load("@Override public void onPacket(Packet packet) { for (;;) { } }", 1_000);
  }

  @Test
  void shouldStopEndlessCodeForItsOnlyUser() throws BundleException {
    LoadedCode code = endless();
    for (int i = 0; i < 10 * FAILURES; i++) {
      run(code, 2, 0);
    }
    assertEquals(1, report().stopsOfUsers().size());
  }

  @Test
  void shouldStopEndlessCodeForAll() throws BundleException {
    LoadedCode code = endless();
    for (int i = 0; i < 10 * FAILURES; i++) {
      run(code, i % 20, 0);
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
            100);
    int lost = 0;
    for (int i = 0; i < 2_000; i++) {
      if (i % 10 == 0) {
        run(code, 2, 127);
      } else {
        lost += run(code, 3 + i % 7, 0) == Outcome.FORWARD ? 0 : 1;
      }
    }
    assertEquals(0, lost, "packets of others, of 1,800");
  }
}
