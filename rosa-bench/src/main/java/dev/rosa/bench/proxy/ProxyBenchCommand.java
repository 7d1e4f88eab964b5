package dev.rosa.bench.proxy;

import dev.rosa.bench.measure.Bars;
import dev.rosa.bench.measure.BenchOptions;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Load;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.InnerProcess;
import dev.rosa.bench.namespace.SystemTools;
import dev.rosa.bench.proxy.report.ProxyFiles;
import dev.rosa.bench.proxy.report.ProxyFindings;
import dev.rosa.bench.proxy.report.ProxyReport;
import dev.rosa.bench.proxy.run.ProxyBench;
import dev.rosa.bench.proxy.run.ProxyPlan;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Command {@code ./rosa bench proxy}. The process that is called starts itself again in namespaces
 * of its own, where any user may do what this takes.
 */
@Command(
    name = "proxy",
    description = {
      "Measures the application proxy between a client and a web server in network namespaces,"
          + " against plain and stateful forwarding, HAProxy, Squid and a copy proxy by Netty,"
          + " interleaved in one run: CPU of all parties for a request, a connection and a long"
          + " body; latency, many rules, logs, open connections, heap; and the paper's figures 5"
          + " and 6. With --bars it ends with 1 if a figure misses its limit.",
      "Needs no privileges, but wrk and nginx. HAProxy and Squid take part where they are"
          + " installed."
    },
    footer = {
      "Examples:",
      "  ./rosa bench proxy                      seven rounds, all rows",
      "  ./rosa bench proxy --quick              three rounds of what the figures need: 4 minutes",
      "  ./rosa bench proxy --only \"32 clients, kept\"",
      "  ./rosa bench proxy --bars config/bench/bars.json --json proxy.json"
    })
public final class ProxyBenchCommand implements Callable<Integer> {

  private static final String LOAD = "rosa.bench.load";
  private static final int FULL_ROUNDS = 7;
  private static final int QUICK_ROUNDS = 3;
  private static final int FULL_SECONDS = 2;
  private static final int QUICK_SECONDS = 1;
  private static final int OPEN = 100_000;

  @Option(names = "--quick", description = "Fewer and shorter runs, and only what figures need.")
  private boolean quick;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each thing is measured, 1 to 99 (default: 7; with --quick 3).")
  private Integer givenRounds;

  @Option(
      names = "--open",
      paramLabel = "N",
      defaultValue = "" + OPEN,
      description =
          "Connections that are open beside requests, 0 to 100000; 0 leaves that out"
              + " (default: ${DEFAULT-VALUE}).")
  private int open;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Only rows in whose name this stands, e.g. kept, or \"a connection each\".")
  private String only;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "proxy-report",
      description = "Where the report goes (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Mixin private BenchOptions options;

  private int rounds;

  /** For picocli. */
  public ProxyBenchCommand() {}

  @Override
  public Integer call() throws Exception {
    checkUsage();
    if (InnerProcess.isHere()) {
      return measure();
    }
    options.home();
    SystemTools.require("wrk", "nginx");
    String load = Double.toString(loadAverage());
    return InnerProcess.run(
        InnerProcess.ownNetwork(), List.of("-D" + LOAD + "=" + load), arguments());
  }

  private static double loadAverage() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private void checkUsage() {
    rounds = givenRounds != null ? givenRounds : quick ? QUICK_ROUNDS : FULL_ROUNDS;
    options.bars(ProxyFindings.FIGURES);
    options.requireRounds(rounds);
    options.require(open >= 0 && open <= OPEN, "--open is " + open + ", expected 0 to " + OPEN);
    options.require(
        plan().measuresAnything(),
        "--only is '%s', expected a part of the name of a row such as kept".formatted(only));
    options.requireFolderOfJson();
    options.requireDirectory(directory);
  }

  private List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of("bench", "proxy"));
    if (quick) {
      arguments.add("--quick");
    }
    arguments.addAll(List.of("--rounds", "" + rounds, "--open", "" + open, "--only", only));
    arguments.addAll(List.of("--out", directory.toString()));
    options.passOn(arguments);
    return arguments;
  }

  private ProxyPlan plan() {
    return new ProxyPlan(rounds, quick ? QUICK_SECONDS : FULL_SECONDS, quick, open, only);
  }

  private int measure() throws Exception {
    Cores cores = InnerProcess.begin();
    ProxyPlan plan = plan();
    double load = Double.parseDouble(System.getProperty(LOAD));
    ProxyBench bench = new ProxyBench(plan, options.home(), cores);
    Load.warning(load, 2).ifPresent(bench::addRemark);
    ProxyFindings findings = new ProxyFindings(plan, cores, load, bench.run(), limits());
    ProxyFiles.write(findings, directory, options.json());
    options.print(ProxyReport.of(findings));
    options.print(List.of("Report: " + directory.resolve(ProxyFiles.PAGE)));
    boolean missed =
        findings.figures().stream().anyMatch(figure -> figure.verdict() == Figure.Verdict.MISSED);
    return missed && options.barsFile() != null ? 1 : 0;
  }

  /** Those that were asked for; else those that come with the benches, for the report alone. */
  private Bars limits() throws IOException {
    return options.barsFile() != null
        ? options.bars(ProxyFindings.FIGURES)
        : Bars.read(
            options.home().resolve("config/bench/bars.json"), "proxy", ProxyFindings.FIGURES);
  }
}
