package dev.rosa.bench.path.peer;

import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Cores;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A tunnel whose processes have one peer each, so that none can be a hub: what is measured is the
 * near end, which encrypts. What comes out at dst's link is counted there, still encrypted. Owned
 * by one thread.
 *
 * @param <E> an end's process; the near one is the first
 */
abstract class OneEndTunnel<E> implements Forwarder {

  private final String name;
  private final Peers.Program program;
  private final Cores cores;
  private final List<E> ends = new ArrayList<>();

  OneEndTunnel(String name, Peers.Program program, Cores cores) {
    this.name = name;
    this.program = program;
    this.cores = cores;
  }

  @Override
  public final String name() {
    return name;
  }

  final Peers.Program program() {
    return program;
  }

  final Cores cores() {
    return cores;
  }

  /** An end has started, and is to be closed. */
  final E started(E end) {
    ends.add(end);
    return end;
  }

  @Override
  public final void open() throws IOException, InterruptedException, AbsentException {
    program.requireThere();
    BenchNetwork.dropSealed();
    connect();
  }

  /** Starts both ends, the near one first, and lets them find each other. */
  abstract void connect() throws IOException, InterruptedException;

  abstract long pid(E end);

  abstract void close(E end);

  @Override
  public final List<Long> pids() {
    return List.of(pid(ends.get(0)));
  }

  @Override
  public final String destination() {
    return BenchNetwork.TUNNELLED;
  }

  @Override
  public final boolean isTunnel() {
    return true;
  }

  @Override
  public final void close() throws IOException {
    ends.forEach(this::close);
    ends.clear();
    BenchNetwork.passSealed();
  }
}
