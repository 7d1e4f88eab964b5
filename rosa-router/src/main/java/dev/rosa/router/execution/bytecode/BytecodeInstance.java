package dev.rosa.router.execution.bytecode;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.admission.CodeBudgets;
import dev.rosa.metering.Exhausted;
import dev.rosa.metering.run.Budget;
import dev.rosa.metering.run.MeteredInstance;
import dev.rosa.router.execution.CodeInstance;
import dev.rosa.router.execution.Shortage;
import dev.rosa.router.execution.ThrownByCode;

/**
 * Started application of a bundle of Java classes, which one worker runs packets with. Once it has
 * allocated its budget of memory in all, a fresh one takes its place before the next packet: so
 * what an application keeps has a bound. So does one after a packet that it was stopped or failed
 * on, as what its fields say may be half written.
 *
 * <p>A packet pays its part of what it wears out, so that none lives on the fuel of others. One
 * that allocates a part of the memory leaves the same part of a start's fuel, or has used up its
 * own. One whose grant gives less fuel than the code asks for leaves the fuel of a whole start, as
 * it may be stopped where the code counts on more. What one that was stopped or failed does not
 * leave, its user owes.
 */
public final class BytecodeInstance implements CodeInstance {

  /** Starter of applications. */
  interface Starter {
    MeteredInstance start() throws BundleException;
  }

  private final Starter starter;
  private final Budget budget;
  private MeteredInstance application;
  private BundleException failure;

  /** Bytes that all runs of the application have allocated, as counted so far. */
  private long allocated;

  /** The memory is used up, or a packet ended between two writes that belong together. */
  private boolean freshIsDue;

  /**
   * Fuel of the last packet, what it took of it, and what it did not leave for a fresh instance.
   */
  private int granted;

  private int fuelUsed;
  private long fuelOwed;

  /** An application of this build, which is started, and not metered. */
  public BytecodeInstance(ActiveApplication application) {
    this(new MeteredInstance(application), Budget.ofPacket(CodeBudgets.defaults()));
  }

  private BytecodeInstance(MeteredInstance application, Budget budget) {
    this.starter = () -> application;
    this.budget = budget;
    this.application = application;
  }

  /**
   * An application that is metered.
   *
   * @param budget of a packet
   * @throws BundleException if it does not start
   */
  BytecodeInstance(Starter starter, Budget budget) throws BundleException {
    this.starter = starter;
    this.budget = budget;
    this.application = starter.start();
  }

  @Override
  public Shortage run(Packet packet, int fuelThousands) throws BundleException {
    granted = budget.fuelWithin(fuelThousands);
    int fuel = granted < budget.fuel() ? granted - application.fuelOfStart() : granted;
    if (fuel <= 0) {
      return Shortage.START;
    }
    if (freshIsDue) {
      startAnew();
    }
    Exhausted.Reason usedUp = runWithin(packet, fuel);
    if (usedUp != null) {
      return shortage(usedUp);
    }
    boolean hasAllocated = application.bytesAllocated() != allocated;
    return !hasAllocated || pays(countAllocated()) ? null : Shortage.FUEL;
  }

  private Exhausted.Reason runWithin(Packet packet, int fuel) {
    boolean ended = false;
    try {
      Exhausted.Reason usedUp = application.run(packet, fuel, budget.memory());
      ended = usedUp == null;
      return usedUp;
    } finally {
      fuelUsed = application.fuelUsed();
      if (!ended) {
        countAllocated();
        freshIsDue = true;
        fuelOwed = Math.max(0, application.fuelOfStart() - fuelLeft());
      }
    }
  }

  /** Bytes that the last run has allocated, which are counted then. */
  private long countAllocated() {
    long bytes = application.bytesAllocated() - allocated;
    allocated += bytes;
    freshIsDue |= allocated >= budget.memory();
    return bytes;
  }

  /** Sets the start's part of the fuel aside that this part of the memory stands for. */
  private boolean pays(long bytes) {
    long part = (application.fuelOfStart() * bytes + budget.memory() - 1) / budget.memory();
    int left = fuelLeft();
    fuelUsed += (int) Math.min(left, part);
    fuelOwed = Math.max(0, part - left);
    return part <= left;
  }

  /** A start that fails is not tried again: it may take much longer than a packet. */
  private void startAnew() throws BundleException {
    fuelUsed = 0;
    fuelOwed = 0;
    renew();
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public int renew() {
    if (!freshIsDue || failure != null) {
      return 0;
    }
    try {
      application = starter.start();
      allocated = 0;
      freshIsDue = false;
      return application.fuelOfStart();
    } catch (BundleException e) {
      failure = e;
      return 0;
    }
  }

  private static Shortage shortage(Exhausted.Reason reason) {
    return switch (reason) {
      case FUEL -> Shortage.FUEL;
      case MEMORY -> Shortage.MEMORY;
      case STACK -> Shortage.STACK;
    };
  }

  @Override
  public int fuelOf(int fuelThousands) {
    return budget.fuelWithin(fuelThousands);
  }

  @Override
  public int fuelOfStart() {
    return application.fuelOfStart();
  }

  @Override
  public int fuelLeft() {
    return granted - fuelUsed;
  }

  @Override
  public long fuelOwed() {
    return fuelOwed;
  }

  @Override
  public int fuelUsed() {
    return fuelUsed;
  }

  @Override
  public String place(Throwable fault) {
    return ThrownByCode.place(fault, application.loaderName());
  }
}
