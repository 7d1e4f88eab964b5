package dev.rosa.metering.run;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;
import dev.rosa.metering.Exhausted;
import dev.rosa.metering.Meter;

/** Started instance of a metered bundle. One thread's. */
public final class MeteredInstance {

  private final ActiveApplication application;
  private final int fuelOfStart;
  private int fuelUsed;
  private long bytesAllocated;

  /** An instance of an application that is started. */
  public MeteredInstance(ActiveApplication application) {
    this(application, 0);
  }

  MeteredInstance(ActiveApplication application, int fuelOfStart) {
    this.application = application;
    this.fuelOfStart = fuelOfStart;
  }

  /** Units of fuel that its constructor and its start took. */
  public int fuelOfStart() {
    return fuelOfStart;
  }

  /**
   * Runs the code on a packet. All that the code throws goes through, but for exhaustion.
   *
   * @param fuel units that it has
   * @param memory bytes that it may allocate
   * @return the budget that was used up, or null
   */
  public Exhausted.Reason run(Packet packet, int fuel, long memory) {
    Meter meter = Meter.current();
    meter.begin(fuel, memory);
    try {
      application.onPacket(packet);
      return meter.exhausted();
    } catch (Throwable thrown) {
      if (meter.exhausted() == null) {
        throw thrown;
      }
      return meter.exhausted();
    } finally {
      fuelUsed = fuel - Math.max(0, meter.fuel);
      // Most runs allocate nothing, and a store costs more than the look.
      if (meter.memory != memory) {
        bytesAllocated += memory - meter.memoryLeft();
      }
    }
  }

  /** Units of fuel that the last packet took. */
  public int fuelUsed() {
    return fuelUsed;
  }

  /** Bytes that all runs have allocated. */
  public long bytesAllocated() {
    return bytesAllocated;
  }

  /** The class loader's name, by which its frames are known. */
  public String loaderName() {
    return application.getClass().getClassLoader().getName();
  }
}
