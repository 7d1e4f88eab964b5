package dev.rosa.bench.proxy.way;

import dev.rosa.bench.proxy.ground.FileServer;
import dev.rosa.bench.proxy.ground.WayMachine;
import java.io.IOException;
import java.util.List;

/** The kernel's forwarding alone. Stateless. */
public final class KernelWay implements Way {

  /** Without any rule. */
  public static final String PLAIN = "plain forwarding";

  /** With connection tracking: what a firewall costs that asks for nothing above TCP. */
  public static final String STATEFUL = "stateful forwarding";

  private static final String TRACKED =
      """
      table inet stateful {
        chain forward { type filter hook forward priority 0; policy drop;
          ct state established,related accept
          tcp dport { 80, 21, %s } accept
        }
      }
      """
          .formatted(FileServer.DATA_PORTS);

  private final String name;
  private final String rules;

  private KernelWay(String name, String rules) {
    this.name = name;
    this.rules = rules;
  }

  /** Without any rule. */
  public static KernelWay plain() {
    return new KernelWay(PLAIN, "");
  }

  /** With connection tracking. */
  public static KernelWay stateful() {
    return new KernelWay(STATEFUL, TRACKED);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void open(WayMachine machine) throws IOException {
    if (!rules.isEmpty()) {
      machine.rules(rules);
      machine.forgetSoon();
    }
  }

  @Override
  public List<Long> processes() {
    return List.of();
  }

  @Override
  public boolean isCompiledWhileItRuns() {
    return false;
  }

  @Override
  public void close() {
    // Goes with its machine.
  }
}
