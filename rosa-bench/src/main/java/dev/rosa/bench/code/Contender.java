package dev.rosa.bench.code;

import dev.rosa.admission.Admission;
import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;
import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.BundleClassLoader;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.metering.run.Budget;
import dev.rosa.metering.run.MeteredClasses;
import dev.rosa.metering.run.MeteredInstance;

/** One form of a code that is measured against the other. One thread's. */
interface Contender {

  /** Runs packets. */
  void run(Packet packet, int times);

  /** The code as the router runs it. */
  static Contender metered(byte[] jar, BenchPacket router) throws BundleException {
    AllowList list = AllowList.builtIn();
    CodeBundle bundle = new Admission(BundleLimits.defaults(), list).admit(jar, () -> false);
    MeteredClasses classes = MeteredClasses.of(bundle, list, "metered");
    Budget loading = Budget.ofLoading(bundle.budgets());
    MeteredInstance instance;
    try {
      classes.initialise(loading);
      instance = classes.start(router, loading);
    } catch (Throwable failure) {
      throw new IllegalStateException("the bench's own code does not start", failure);
    }
    Budget budget = Budget.ofPacket(bundle.budgets());
    return (packet, times) -> {
      for (int i = 0; i < times; i++) {
        if (instance.run(packet, budget.fuel(), budget.memory()) != null) {
          throw new IllegalStateException("the bench's own code is exhausted");
        }
      }
    };
  }

  /** The same bundle without metering. */
  static Contender plain(byte[] jar, BenchPacket router) throws BundleException {
    CodeBundle bundle = CodeBundle.open(jar, BundleLimits.defaults());
    ActiveApplication application = PlainCode.start(bundle);
    application.start(router);
    return (packet, times) -> {
      for (int i = 0; i < times; i++) {
        application.onPacket(packet);
      }
    };
  }

  /** Loading of bundles as they come. */
  final class PlainCode {
    private PlainCode() {}

    static ActiveApplication start(CodeBundle bundle) {
      ClassLoader loader = new BundleClassLoader("plain", AllowList.builtIn(), bundle.classes());
      try {
        return Class.forName(bundle.entryClass(), true, loader)
            .asSubclass(ActiveApplication.class)
            .getConstructor()
            .newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("the bench's own code does not start", e);
      }
    }
  }
}
