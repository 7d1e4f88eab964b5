package dev.rosa.router.pipeline;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;
import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.BundleClassLoader;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.router.execution.CodeFrames;
import dev.rosa.router.execution.CodeInstance;
import dev.rosa.router.execution.ExecutionLane;
import dev.rosa.router.execution.Shortage;
import dev.rosa.router.execution.StartableCode;
import dev.rosa.router.execution.ThrownByCode;

/** Fake lane that neither checks nor meters bundles, as one with a defect would not. */
final class UnmeteredLane implements ExecutionLane {

  @Override
  public StartableCode prepare(CodeBundle bundle) throws BundleException {
    String name = CodeFrames.loaderName(bundle.digest().hex());
    ClassLoader loader = new BundleClassLoader(name, AllowList.builtIn(), bundle.classes());
    return context -> new Running(start(bundle, loader), name);
  }

  private static ActiveApplication start(CodeBundle bundle, ClassLoader loader)
      throws BundleException {
    try {
      Class<?> type = Class.forName(bundle.entryClass(), true, loader);
      return type.asSubclass(ActiveApplication.class).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new BundleException("does not start", e);
    }
  }

  private record Running(ActiveApplication application, String loader) implements CodeInstance {
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
      return ThrownByCode.place(fault, loader);
    }
  }
}
