package dev.rosa.metering.run;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;
import dev.rosa.metering.Exhausted;
import dev.rosa.metering.Meter;

/** Started instance of a metered bundle. One thread's. */
public final class MeteredInstance {

  private static final long MOST_SAVED = 1L << 60;

  private final ActiveApplication application;
  private final int fuelOfStart;
  private int fuelUsed;
  private long fuelSaved;
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
      int left = Math.max(0, meter.fuel);
      fuelUsed = fuel - left;
      save(left);
      // Most runs allocate nothing, and a store costs more than the look.
      if (meter.memory != memory) {
        bytesAllocated += memory - meter.memoryLeft();
      }
    }
  }

  /**
   * Leaves a packet out, which saves its fuel.
   *
   * @param fuel units that it has
   */
  public void leaveOut(int fuel) {
    fuelUsed = 0;
    save(fuel);
  }

  /** Saves fuel that the next packet has and may not use. */
  public void save(int fuel) {
    // Years of packets would make it negative.
    if (fuelSaved < MOST_SAVED) {
      fuelSaved += fuel;
    }
  }

  /**
   * Counts fuel as used that the last packet has saved, as it must.
   *
   * @param fuel at most what it did not use
   */
  public void setAside(int fuel) {
    fuelUsed += fuel;
  }

  /**
   * Pays its start with what the packets of another instance have saved; the rest is its own.
   *
   * @param ended instance that this one takes the place of
   */
  public void payWithFuelOf(MeteredInstance ended) {
    fuelSaved = ended.fuelSaved - fuelOfStart;
  }

  /** Units of fuel that the last packet took; 0 if it was left out. */
  public int fuelUsed() {
    return fuelUsed;
  }

  /** Units of fuel that all packets had and did not use. */
  public long fuelSaved() {
    return fuelSaved;
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
