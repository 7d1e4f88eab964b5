package dev.rosa.bench.code;

import dev.rosa.admission.Admission;
import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;
import dev.rosa.api.RouterContext;
import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.BundleClassLoader;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.router.execution.ApplicationContext;
import dev.rosa.router.execution.CodeBreaker;
import dev.rosa.router.execution.CodeInstance;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.router.execution.Shortage;
import dev.rosa.router.execution.StartableCode;
import dev.rosa.router.execution.VerifiedCode;
import dev.rosa.router.execution.bytecode.BytecodeLane;
import java.util.List;

/**
 * One form of a code that is measured against the other, in the router's frame round a packet's
 * code. One thread's.
 */
final class Contender {

  private final LoadedCode code;
  private final ShownPacket packet;

  private Contender(LoadedCode code, ShownPacket packet) {
    this.code = code;
    this.packet = packet;
  }

  /** The code as the router loads it. */
  static Contender metered(byte[] jar, ShownPacket packet) throws BundleException {
    CodeBundle bundle = new Admission(BundleLimits.defaults()).admit(jar, () -> false);
    return of(bundle, new BytecodeLane().prepare(bundle), packet);
  }

  /** The same bundle as it comes. */
  static Contender plain(byte[] jar, ShownPacket packet) throws BundleException {
    CodeBundle bundle = CodeBundle.open(jar, BundleLimits.defaults());
    return of(bundle, router -> new PlainInstance(start(bundle, router)), packet);
  }

  private static Contender of(CodeBundle bundle, StartableCode startable, ShownPacket packet)
      throws BundleException {
    ApplicationContext router = new ApplicationContext("r1");
    VerifiedCode verified =
        new VerifiedCode(
            bundle.digest(),
            bundle.failurePolicy(),
            List.of(),
            startable,
            CodeBreaker.never(bundle.digest()));
    return new Contender(new LoadedCode(verified, startable.start(router), router), packet);
  }

  private static ActiveApplication start(CodeBundle bundle, RouterContext router) {
    ClassLoader loader = new BundleClassLoader("plain", AllowList.builtIn(), bundle.classes());
    try {
      ActiveApplication application =
          Class.forName(bundle.entryClass(), true, loader)
              .asSubclass(ActiveApplication.class)
              .getConstructor()
              .newInstance();
      application.start(router);
      return application;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the bench's own code does not start", e);
    }
  }

  /** Runs the packet. */
  void run(int times) {
    for (int i = 0; i < times; i++) {
      packet.run(code);
    }
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
