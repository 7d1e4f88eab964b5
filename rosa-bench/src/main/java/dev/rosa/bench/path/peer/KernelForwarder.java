package dev.rosa.bench.path.peer;

import java.util.List;

/**
 * Forwarding by the kernel alone, without any program in user space. It works on the sender's core.
 */
public final class KernelForwarder implements Forwarder {

  public static final String NAME = "kernel forwarding";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void open() {}

  @Override
  public List<Long> pids() {
    return List.of();
  }

  @Override
  public void close() {}
}
