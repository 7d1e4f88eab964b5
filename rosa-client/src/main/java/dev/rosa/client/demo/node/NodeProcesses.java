package dev.rosa.client.demo.node;

import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.Waits;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Processes of the nodes of one demo or lab, which end together. Thread-safe. */
final class NodeProcesses implements Waits.Nodes, AutoCloseable {

  private final List<RoleProcess> processes = new CopyOnWriteArrayList<>();

  void add(RoleProcess process) {
    processes.add(process);
  }

  RoleProcess named(String name) {
    return processes.stream()
        .filter(process -> process.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no process " + name));
  }

  @Override
  public void checkAlive() throws DemoException {
    for (RoleProcess process : processes) {
      process.checkAlive();
    }
  }

  /** Waits until these say that they are ready. */
  void awaitReady(Waits waits, String... names) throws DemoException, InterruptedException {
    for (String name : names) {
      RoleProcess process = named(name);
      waits.until(process.title() + " to be ready", process::isReady);
    }
  }

  /** The same for all of them. */
  void awaitAllReady(Waits waits) throws DemoException, InterruptedException {
    awaitReady(waits, processes.stream().map(RoleProcess::name).toArray(String[]::new));
  }

  /** Their process ids, by name. */
  Map<String, Long> pids() {
    Map<String, Long> pids = new TreeMap<>();
    processes.forEach(process -> pids.put(process.name(), process.pid()));
    return pids;
  }

  /**
   * Asks all of them to end, and waits for each.
   *
   * @param waits of a network that has no nodes any more: these end on purpose
   * @return whether all ended by themselves
   */
  boolean end(Waits waits) throws DemoException, InterruptedException {
    processes.forEach(RoleProcess::askToEnd);
    boolean all = true;
    for (RoleProcess process : processes) {
      all &= waits.comes(process.title() + " to end", () -> !process.isAlive());
    }
    return all;
  }

  @Override
  public void close() {
    processes.forEach(RoleProcess::askToEnd);
    processes.forEach(RoleProcess::close);
  }
}
