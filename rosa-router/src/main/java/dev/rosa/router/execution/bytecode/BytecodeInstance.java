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
 * what an application keeps has a bound. Packets pay for that start with fuel that they had and did
 * not use: so a code takes no more time than its packets may.
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
    int fuel = budget.fuelWithin(fuelThousands);
    long memory = budget.memory();
    if (application.bytesAllocated() >= memory) {
      boolean paid = application.fuelSaved() >= application.fuelOfStart();
      application.leaveOut(fuel);
      if (!paid) {
        return Shortage.START;
      }
      startAnew();
    }
    return shortage(application.run(packet, fuel, memory));
  }

  /** A start that fails is not tried again: it may take much longer than a packet. */
  private void startAnew() throws BundleException {
    if (failure != null) {
      throw failure;
    }
    try {
      application = starter.start();
    } catch (BundleException e) {
      failure = e;
      throw e;
    }
  }

  private static Shortage shortage(Exhausted.Reason reason) {
    if (reason == null) {
      return null;
    }
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
