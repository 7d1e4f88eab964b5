package dev.rosa.router.execution.bytecode;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Packet;
import dev.rosa.router.execution.CodeInstance;
import dev.rosa.router.execution.ThrownByCode;

/** Started application of a bundle of Java classes, which one worker runs packets with. */
public final class BytecodeInstance implements CodeInstance {

  private final ActiveApplication application;

  public BytecodeInstance(ActiveApplication application) {
    this.application = application;
  }

  @Override
  public void run(Packet packet) {
    application.onPacket(packet);
  }

  @Override
  public String place(Throwable fault) {
    return ThrownByCode.place(fault, application.getClass().getClassLoader().getName());
  }
}
