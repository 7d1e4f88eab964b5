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
 * what an application keeps has a bound. So does one after a packet that it was stopped on, as what
 * its fields say may be half written. Packets pay for that start with fuel that they had and did
 * not use: so a code takes no more time than its packets may.
 *
 * <p>A packet pays its part of what it wears out, so that none lives on the fuel of others. One
 * that allocates a part of the memory leaves the same part of a start's fuel, or has used up its
 * own. One whose grant gives less fuel than the code asks for leaves the fuel of a whole start, as
 * it may be stopped where the code counts on more.
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

  /** A packet was stopped, perhaps between two writes of fields that belong together. */
  private boolean halfWritten;

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
    int granted = budget.fuelWithin(fuelThousands);
    if (!isUsable()) {
      application.leaveOut(granted);
      return Shortage.START;
    }
    int fuel = granted - reserve(granted);
    if (fuel <= 0) {
      application.leaveOut(granted);
      return Shortage.START;
    }
    application.save(granted - fuel);
    long allocatedBefore = application.bytesAllocated();
    Exhausted.Reason usedUp = application.run(packet, fuel, budget.memory());
    if (usedUp != null) {
      halfWritten = true;
      return shortage(usedUp);
    }
    long allocated = application.bytesAllocated() - allocatedBefore;
    return allocated == 0 || pays(allocated, granted) ? null : Shortage.FUEL;
  }

  /** Fuel that a packet leaves which is stopped where the code counts on more. */
  private int reserve(int granted) {
    return granted < budget.fuel() ? application.fuelOfStart() : 0;
  }

  /** False if a fresh instance must take this one's place and is not paid. */
  private boolean isUsable() throws BundleException {
    boolean memoryUsedUp = application.bytesAllocated() >= budget.memory();
    if (!memoryUsedUp && !halfWritten) {
      return true;
    }
    if (application.fuelSaved() < application.fuelOfStart()) {
      // Half-written fields give worse answers at most; memory without a bound harms others.
      return !memoryUsedUp;
    }
    startAnew();
    return true;
  }

  /** Sets the start's part of the fuel aside that this part of the memory stands for. */
  private boolean pays(long allocated, int granted) {
    long part = (application.fuelOfStart() * allocated + budget.memory() - 1) / budget.memory();
    int left = granted - application.fuelUsed();
    application.setAside((int) Math.min(left, part));
    return part <= left;
  }

  /** A start that fails is not tried again: it may take much longer than a packet. */
  private void startAnew() throws BundleException {
    if (failure != null) {
      throw failure;
    }
    try {
      MeteredInstance fresh = starter.start();
      fresh.payWithFuelOf(application);
      application = fresh;
      halfWritten = false;
    } catch (BundleException e) {
      failure = e;
      throw e;
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
  public int fuelUsed() {
    return application.fuelUsed();
  }

  @Override
  public String place(Throwable fault) {
    return ThrownByCode.place(fault, application.loaderName());
  }
}
