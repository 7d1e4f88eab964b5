package dev.rosa.bench.proxy.way;

import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.Shell;
import dev.rosa.bench.proxy.ground.WayMachine;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A proxy that is a program with sockets on both sides. Owned by one thread. */
abstract class ProgramWay implements Way {

  /** Port at which it takes the connections that are handed to it. */
  static final int PORT = 3128;

  private static final int POLLS = 1500;
  private static final int POLL_MILLIS = 20;

  private final String name;
  private final Path folder;
  private final Cores cores;
  private RunningProgram program;

  ProgramWay(String name, Path folder, Cores cores) {
    this.name = name;
    this.folder = folder;
    this.cores = cores;
  }

  @Override
  public final String name() {
    return name;
  }

  /** Its folder, which lives in memory. */
  final Path folder() {
    return folder;
  }

  /**
   * Makes sure that a program is there.
   *
   * @param what package that has it
   */
  static void require(String program, String what) throws AbsentException {
    if (!Shell.has(program)) {
      throw new AbsentException("is not installed: apt-get install -y " + what);
    }
  }

  /** Starts it on its core and waits until it takes connections. */
  final void start(WayMachine machine, List<String> command)
      throws IOException, InterruptedException, AbsentException {
    program = Program.of(name, cores.onRouter(machine.on(command))).in(folder).start();
    for (int i = 0; i < POLLS && program.isAlive(); i++) {
      if (Shell.run("", machine.on(List.of("ss", "-Hltn"))).contains(":" + PORT + " ")) {
        return;
      }
      Thread.sleep(POLL_MILLIS);
    }
    String why = program.failure("does not listen").getMessage();
    close();
    throw new AbsentException(why);
  }

  /** Hands new connections to it as if they were to this machine: their addresses are changed. */
  static void redirect(WayMachine machine) throws IOException {
    machine.rules(
        """
        table ip to_proxy {
          chain clients { type nat hook prerouting priority dstnat;
            iifname "%s" tcp dport 80 redirect to :%d
          }
        }
        """
            .formatted(WayMachine.CLIENT_LINK, PORT));
    machine.forgetSoon();
  }

  /** Hands connections to it with the addresses that they have. */
  static void intercept(WayMachine machine) throws IOException {
    machine.rules(
        """
        table ip to_proxy {
          chain clients { type filter hook prerouting priority mangle;
            iifname "%s" tcp dport 80 tproxy to :%d meta mark set 1 accept
          }
        }
        """
            .formatted(WayMachine.CLIENT_LINK, PORT));
    Shell.run("", machine.on(List.of("ip", "rule", "add", "fwmark", "1", "lookup", "100")));
    Shell.run(
        "",
        machine.on(List.of("ip", "route", "add", "local", "default", "dev", "lo", "table", "100")));
  }

  @Override
  public final List<Long> processes() {
    return program == null ? List.of() : List.of(program.pid());
  }

  @Override
  public final void close() {
    if (program != null) {
      program.close();
      program = null;
    }
  }
}
