package dev.rosa.router.execution;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.keys.CodeDigest;
import dev.rosa.router.execution.LoadedCode.Outcome;
import dev.rosa.router.execution.bytecode.BytecodeLane;
import dev.rosa.testkit.CompiledBundle;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.time.Duration;

/** One code of one worker, and packets of its users. */
abstract class InstanceRig {

  /** Of a grant that leaves the fuel to the code. */
  static final int ALL_FUEL = 0;

  /** Offset of the low half of the user's number in a packet that is shown. */
  private static final int USER_LOW = 24 + 8 + 32 + 8;

  /** Offset of the payload's first byte. */
  private static final int PAYLOAD = 24 + 8 + 80;

  private final ShownPackets packets = new ShownPackets();
  private final ExecutionEnvironment environment;
  private CodeDigest digest;

  /** A rig whose breaker stops a code after that many failures in ten minutes. */
  InstanceRig(int failures) {
    environment =
        new ExecutionEnvironment(
            "r1",
            BundleLimits.defaults(),
            new BytecodeLane(),
            new CodeBreaker.Limits(failures, Duration.ofMinutes(10)),
            WorkerClock.system());
  }

  /** Loads an application with these members and budgets. */
  LoadedCode load(String members, int fuelThousands, int memoryKib) throws BundleException {
    byte[] jar =
        CompiledBundle.of(
                "App",
                """
                import dev.rosa.api.*;
                public class App implements ActiveApplication { %s }
                """
                    .formatted(members))
            .attribute("Rosa-Fuel", String.valueOf(fuelThousands))
            .attribute("Rosa-Memory", String.valueOf(memoryKib))
            .jar();
    digest = CodeDigest.ofBundle(jar);
    return environment.load(jar, digest);
  }

  /** Runs a packet of a user, without a payload that can be read. */
  Outcome run(LoadedCode code, int user, int fuelThousands, int permissions) {
    Grant grant = new Grant(0, fuelThousands, permissions);
    PacketContext packet = packets.next(grant, Suite.AES128_CTR_HMAC_SHA256);
    packets.bytes().putLong(USER_LOW, user);
    return code.run(packet);
  }

  /** Runs a packet of a user, whose payload begins with a byte. */
  Outcome runTelling(LoadedCode code, int user, int told) {
    PacketContext packet = packets.next(new Grant(0, ALL_FUEL, Grant.ALL), Suite.HMAC_SHA256);
    packets.bytes().putLong(USER_LOW, user).put(PAYLOAD, (byte) told);
    return code.run(packet);
  }

  CodeReport report() {
    return environment.reports().get(digest.hex());
  }
}
