package dev.rosa.firewall.divert;

import dev.rosa.command.Commands;
import dev.rosa.command.StopSignal;
import dev.rosa.firewall.assistant.MissingPrivilege;
import dev.rosa.firewall.assistant.ReturnMark;
import dev.rosa.firewall.assistant.Sources;
import dev.rosa.firewall.keeper.KeeperLoop;
import dev.rosa.firewall.keeper.WorkerLiveness;
import dev.rosa.kernel.process.Capability;
import dev.rosa.kernel.process.PrivateJvm;
import dev.rosa.kernel.process.Privileges;
import dev.rosa.kernel.process.SelfExec;
import dev.rosa.network.Kernel;
import dev.rosa.network.LinuxKernel;
import dev.rosa.network.NamespaceLock;
import dev.rosa.network.OwnershipMark;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Command {@code rosa divert}: the diversion on a machine that forwards, for a router on another
 * one (the hybrid platform of ROSA §2). It also lists and removes diversions here.
 */
@Command(
    name = "rosa divert",
    description = {
      "Diverts the active packets that come in on some interfaces to a router on another machine,"
          + " until it is ended; or shows and removes what diversions have left here.",
      "",
      "The interface --to should lead to the router's machine and nowhere else. While the router"
          + " is not heard of, active packets are forwarded unprocessed, or dropped."
    },
    footer = {
      "",
      "Examples:",
      "  rosa divert --to eth2 --from eth0 --from eth1",
      "  rosa divert --to eth2 --from eth0 --when-gone drop --silence 2s --name core",
      "  rosa divert --show",
      "  rosa divert --remove --name core",
      "",
      "Needs CAP_NET_ADMIN and CAP_NET_RAW, and gives everything else away; --show and --remove"
          + " need CAP_NET_ADMIN.",
      "Exit codes: 0 done (also after SIGTERM and SIGINT), 1 failed or nothing found, 2 wrong"
          + " usage."
    })
public final class DivertCommand implements Callable<Integer> {

  private static final String CONFINED = "ROSA_CONFINED";
  private static final String DEFAULT_NAME = "divert";

  @Spec private CommandSpec spec;

  @Option(
      names = "--to",
      paramLabel = "IFNAME",
      description = "The interface that leads to the router's machine.")
  private String to;

  @Option(
      names = "--from",
      paramLabel = "IFNAME",
      description = "An interface whose active packets are diverted; may be given several times.")
  private List<String> from = List.of();

  @Option(
      names = "--when-gone",
      paramLabel = "forward|drop",
      description =
          "What happens to active packets while the router is not heard of (default: forward).")
  private String whenGone;

  @Option(
      names = "--silence",
      paramLabel = "TIME",
      description = "How long the router may not be heard of, 500ms to 1m (default: 1s).")
  private Duration silence;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Tells several diversions on one machine apart (default: divert).")
  private String name;

  @Option(
      names = "--return-mark",
      paramLabel = "MARK",
      description =
          "Mark of packets on their way back from the router (default: 0x524f0001); name another"
              + " one if rules of this machine use that.")
  private String returnMark;

  @Option(names = "--show", description = "Show what is in force here, of any name.")
  private boolean show;

  @Option(names = "--remove", description = "Remove what a diversion of that --name has left here.")
  private boolean remove;

  @Option(names = "--json", description = "Print JSON objects, a line each.")
  private boolean json;

  /** Runs {@code divert} with the arguments behind that word; does not return. */
  public static void main(String... args) {
    System.exit(Commands.commandLine(new DivertCommand()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    checkUsage();
    Terminal terminal = new Terminal(spec.commandLine().getOut(), json);
    if (show) {
      return show(terminal);
    }
    return remove ? remove(terminal) : divert(terminal);
  }

  private void checkUsage() {
    boolean plain = show || remove;
    if (show && remove) {
      throw usage("--show and --remove exclude each other");
    }
    if (plain && (to != null || !from.isEmpty() || isDetailed())) {
      throw usage("--show and --remove take no more than --name and --json");
    }
    if (remove && name == null) {
      throw usage("--remove needs --name");
    }
    if (name != null && !OwnershipMark.NAME.matcher(name).matches()) {
      throw usage(
          "--name is '" + name + "', expected up to 63 lower-case letters, digits, dots, hyphens");
    }
    if (!plain) {
      checkLinks();
      checkBypass();
      checkMark();
    }
  }

  private boolean isDetailed() {
    return whenGone != null || silence != null || returnMark != null;
  }

  private void checkMark() {
    try {
      int unused = ReturnMark.parse(returnMark);
    } catch (IllegalArgumentException e) {
      throw usage("--" + e.getMessage());
    }
  }

  private void checkLinks() {
    if (to == null || from.isEmpty()) {
      throw usage("--to and at least one --from are needed");
    }
    Set<String> seen = new HashSet<>();
    Stream.concat(Stream.of(to), from.stream())
        .forEach(
            one -> {
              if (!Sources.NAME.matcher(one).matches()) {
                throw usage("'" + one + "' is no name of a network interface");
              }
              if (!seen.add(one)) {
                throw usage("interface " + one + " is named twice, expected it once");
              }
            });
  }

  private void checkBypass() {
    if (whenGone != null && !whenGone.equals("forward") && !whenGone.equals("drop")) {
      throw usage("--when-gone is '" + whenGone + "', expected forward or drop");
    }
    try {
      WorkerLiveness.requireSilence(silence());
    } catch (IllegalArgumentException e) {
      throw usage("--" + e.getMessage());
    }
  }

  private Duration silence() {
    return silence == null ? Interfaces.DEFAULT_SILENCE : silence;
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private int divert(Terminal terminal) throws IOException {
    MissingPrivilege.requireBoth("this command");
    PrivateJvm.require();
    confine();
    PrivateJvm.gap().ifPresent(terminal::warn);
    DiversionPlan plan =
        new DiversionPlan(
            new OwnershipMark(DiversionPlan.ROLE, name == null ? DEFAULT_NAME : name),
            DiversionPlan.Form.ROUTING,
            new DiversionPlan.Way(to, null, ReturnMark.parse(returnMark)),
            from,
            new DiversionPlan.Bypass("drop".equals(whenGone), silence(), 0));
    try (StopSignal stop = StopSignal.install()) {
      new KeeperLoop(plan, LinuxKernel.open(), terminal, new Stopped(stop))
          .run(mac -> terminal.ready(plan, mac));
      terminal.info("stopped: link and rules are as they were");
      stop.finished(0);
    }
    return 0;
  }

  /** End of the command by SIGTERM or SIGINT, always an orderly one. */
  private record Stopped(StopSignal signal) implements KeeperLoop.Ending {
    @Override
    public boolean hasCome() {
      return signal.isRequested();
    }

    @Override
    public boolean isOrderly() {
      return true;
    }

    @Override
    public void turned() {
      // No process asks this command whether it still keeps.
    }
  }

  /** The first time, the process begins again with what it needs and no more. */
  private static void confine() throws IOException {
    String pid = Long.toString(ProcessHandle.current().pid());
    if (!pid.equals(System.getenv(CONFINED))) {
      Privileges.keepOnly(EnumSet.of(Capability.NET_ADMIN, Capability.NET_RAW));
      SelfExec.again(Map.of(CONFINED, pid), Set.of());
    }
  }

  private int show(Terminal terminal) throws IOException {
    Kernel kernel = LinuxKernel.open();
    DiversionInventory found =
        name == null ? DiversionInventory.of(kernel) : DiversionInventory.of(kernel, name);
    if (json) {
      terminal.print(found.json());
    } else if (found.isEmpty()) {
      terminal.line("no diversion is in force here");
    } else {
      found.lines().forEach(terminal::line);
    }
    return 0;
  }

  private int remove(Terminal terminal) throws IOException {
    Kernel kernel = LinuxKernel.open();
    NamespaceLock lock = DiversionLocks.ofDiversion(new OwnershipMark(DiversionPlan.ROLE, name));
    try (lock) {
      return remove(terminal, kernel);
    }
  }

  private int remove(Terminal terminal, Kernel kernel) throws IOException {
    DiversionInventory found = DiversionInventory.of(kernel, name);
    if (found.isEmpty()) {
      throw new IOException("there is nothing of a diversion of router " + name + " here");
    }
    found.remove(kernel);
    if (json) {
      terminal.print(found.json());
    } else {
      found.lines().forEach(line -> terminal.line("removed: " + line));
    }
    return 0;
  }
}
