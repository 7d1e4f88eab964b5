package dev.rosa.bench.path.peer;

import java.util.List;

/** The kernel's own forwarding, and nothing else. It works on the sender's core. */
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
