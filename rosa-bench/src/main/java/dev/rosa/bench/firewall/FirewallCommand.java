package dev.rosa.bench.firewall;

import dev.rosa.bench.firewall.report.FirewallFiles;
import dev.rosa.bench.firewall.report.FirewallFindings;
import dev.rosa.bench.firewall.report.FirewallReport;
import dev.rosa.bench.firewall.run.FirewallBench;
import dev.rosa.bench.firewall.run.FirewallPlan;
import dev.rosa.bench.measure.BenchOptions;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Load;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.InnerProcess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Command {@code ./rosa bench firewall}. The process that is called starts itself again in
 * namespaces of its own: as root without a namespace of users, so that XDP can be had.
 */
@Command(
    name = "firewall",
    description = {
      "Measures the firewall plane against rules, sets, XDP and a C program: CPU of packets that"
          + " are dropped and accepted; a web service in the paper's scenarios; evidence to block,"
          + " also of fail2ban and CrowdSec where they are installed; bans a second. Everything is"
          + " interleaved in one run. With --bars it ends with 1 if a figure misses its limit.",
      "Needs no privileges; XDP is measured only as root. It sends packets in network namespaces of"
          + " its own only."
    },
    footer = {
      "Examples:",
      "  ./rosa bench firewall                       five rounds",
      "  ./rosa bench firewall --quick               three shorter rounds",
      "  ./rosa bench firewall --only service        the paper's scenarios alone",
      "  ./rosa bench firewall --only ingress        sets and rules at ingress",
      "  ./rosa bench firewall --only rates          evidence to block, bans a second",
      "  ./rosa bench firewall --bars config/bench/bars.json --json firewall.json"
    })
public final class FirewallCommand implements Callable<Integer> {

  private static final String PRIVILEGED = "rosa.bench.privileged";
  private static final int RESTORED = 100_000;
  private static final int FULL_ROUNDS = 5;
  private static final int QUICK_ROUNDS = 3;

  @Option(names = "--quick", description = "Fewer and shorter runs.")
  private boolean quick;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each thing is measured, 1 to 99 (default: 5; with --quick 3).")
  private Integer givenRounds;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Only parts in whose name this stands, e.g. service, XDP, \"set of 1,000\".")
  private String only;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "firewall-report",
      description = "Where the report goes (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Mixin private BenchOptions options;

  private int rounds;

  /** For picocli. */
  public FirewallCommand() {}

  @Override
  public Integer call() throws Exception {
    checkUsage();
    if (InnerProcess.isHere()) {
      return measure();
    }
    options.home();
    boolean privileged = isRoot();
    return InnerProcess.run(
        privileged ? "-nm" : "-Urnm", List.of("-D" + PRIVILEGED + "=" + privileged), arguments());
  }

  private void checkUsage() {
    rounds = givenRounds != null ? givenRounds : quick ? QUICK_ROUNDS : FULL_ROUNDS;
    options.bars(FirewallFindings.FIGURES);
    options.requireRounds(rounds);
    options.requireFolderOfJson();
    options.requireDirectory(directory);
  }

  /** True for the machine's root; a namespace of users has a root of its own. */
  private static boolean isRoot() throws IOException {
    boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    String map = Files.readString(Path.of("/proc/self/uid_map")).strip();
    return root && map.matches("0 +0 +4294967295");
  }

  private List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of("bench", "firewall"));
    if (quick) {
      arguments.add("--quick");
    }
    arguments.addAll(List.of("--rounds", "" + rounds, "--only", only));
    arguments.addAll(List.of("--out", directory.toString()));
    options.passOn(arguments);
    return arguments;
  }

  private FirewallPlan plan() {
    return quick
        ? new FirewallPlan(rounds, 0.2, 2, 100, RESTORED, only)
        : new FirewallPlan(rounds, 0.4, 6, 500, RESTORED, only);
  }

  private int measure() throws Exception {
    Cores cores = InnerProcess.begin();
    FirewallPlan plan = plan();
    FirewallBench bench =
        FirewallBench.prepare(plan, options.home(), cores, Boolean.getBoolean(PRIVILEGED));
    Load.warning(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(), 2)
        .ifPresent(bench::addRemark);
    FirewallFindings findings =
        new FirewallFindings(plan, cores, bench.run(), options.bars(FirewallFindings.FIGURES));
    FirewallFiles.write(findings, directory, options.json());
    options.print(FirewallReport.of(findings));
    options.print(List.of("Report: " + directory.resolve(FirewallFiles.PAGE)));
    boolean missed =
        findings.figures().stream().anyMatch(figure -> figure.verdict() == Figure.Verdict.MISSED);
    return missed ? 1 : 0;
  }
}
