package dev.rosa.bench.proxy.way;

import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.proxy.ground.WayMachine;
import java.io.IOException;
import java.util.List;

/** Way between client and server. Owned by one thread. */
public interface Way extends AutoCloseable {

  /** Name for tables. */
  String name();

  /**
   * Puts it into force on a machine; called once.
   *
   * @throws AbsentException if this machine cannot
   */
  void open(WayMachine machine) throws IOException, InterruptedException, AbsentException;

  /** Its processes, whose CPU time counts; those that they have started count, too. */
  List<Long> processes();

  /** Whether it runs in a JVM, which compiles what is called often. */
  boolean isCompiledWhileItRuns();

  @Override
  void close();
}
