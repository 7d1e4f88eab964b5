package dev.rosa.bench.code;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;
import dev.rosa.bundle.BuiltInBundle;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.bundle.FailurePolicy;
import dev.rosa.examples.bench.Passing;
import dev.rosa.router.execution.ApplicationContext;
import dev.rosa.router.execution.CodeBreaker;
import dev.rosa.router.execution.CodeInstance;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.router.execution.PacketContext;
import dev.rosa.router.execution.Shortage;
import dev.rosa.router.execution.StartableCode;
import dev.rosa.router.execution.VerifiedCode;
import dev.rosa.router.execution.bytecode.BytecodeLane;
import java.util.List;

/** Application that does nothing, in the router's own frame round a packet's code. */
final class EmptyApplication {

  private static final int PACKET_BYTES = 2048;

  private EmptyApplication() {}

  /** Loaded as a router does. */
  static Contender metered() throws BundleException {
    CodeBundle bundle = bundle();
    return runner(bundle, new BytecodeLane().prepare(bundle));
  }

  /** The same bundle as it comes. */
  static Contender plain() throws BundleException {
    CodeBundle bundle = bundle();
    ActiveApplication application = Contender.PlainCode.start(bundle);
    return runner(bundle, context -> new PlainInstance(application));
  }

  private static CodeBundle bundle() throws BundleException {
    byte[] jar = BuiltInBundle.of(Passing.class, FailurePolicy.DROP);
    return CodeBundle.open(jar, BundleLimits.defaults());
  }

  private static Contender runner(CodeBundle bundle, StartableCode startable)
      throws BundleException {
    ApplicationContext router = new ApplicationContext("r1");
    VerifiedCode verified =
        new VerifiedCode(
            bundle.digest(),
            bundle.failurePolicy(),
            List.of(),
            startable,
            CodeBreaker.never(bundle.digest()));
    LoadedCode code = new LoadedCode(verified, startable.start(router), router);
    PacketContext context = new PacketContext(PACKET_BYTES, null);
    return (packet, times) -> {
      for (int i = 0; i < times; i++) {
        if (code.run(context) != LoadedCode.Outcome.FORWARD) {
          throw new IllegalStateException("the bench's own code fails");
        }
      }
    };
  }

  /** An instance without a budget. */
  private record PlainInstance(ActiveApplication application) implements CodeInstance {
    @Override
    public Shortage run(Packet packet, int fuelThousands) {
      application.onPacket(packet);
      return null;
    }

    @Override
    public int fuelUsed() {
      return 0;
    }

    @Override
    public String place(Throwable fault) {
      return "";
    }
  }
}
