package dev.rosa.bench.path;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.domain.BenchDomain;
import dev.rosa.bench.measure.BenchOptions;
import dev.rosa.bench.measure.Figure;
import dev.rosa.bench.measure.Load;
import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.InnerProcess;
import dev.rosa.bench.namespace.SystemTools;
import dev.rosa.bench.path.peer.EchoForwarder;
import dev.rosa.bench.path.peer.Forwarder;
import dev.rosa.bench.path.peer.KernelForwarder;
import dev.rosa.bench.path.peer.OpenVpnTunnel;
import dev.rosa.bench.path.peer.Peers;
import dev.rosa.bench.path.peer.RouterForwarder;
import dev.rosa.bench.path.peer.StrongSwanTunnel;
import dev.rosa.bench.path.peer.WireGuardHub;
import dev.rosa.bench.path.report.PathFiles;
import dev.rosa.bench.path.report.PathFindings;
import dev.rosa.bench.path.report.PathReport;
import dev.rosa.bench.path.run.Code;
import dev.rosa.bench.path.run.PathBench;
import dev.rosa.bench.path.run.PathPlan;
import dev.rosa.bench.path.traffic.FrameFile;
import dev.rosa.bench.path.traffic.Traffic;
import dev.rosa.provider.ProviderRegistry;
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
 * Command {@code ./rosa bench path}: the router in the kernel's network against a bare echo and
 * other ways through user space. The process that is called prepares, and starts itself again in
 * namespaces of its own, where any user may do what this takes.
 */
@Command(
    name = "path",
    description = {
      "Measures a router between two hosts in network namespaces, against plain forwarding, a bare"
          + " echo in C and user-space peers as hubs, interleaved in one run: packets delivered a"
          + " second, CPU time a packet, added latency, drops. The router has one core, its traffic"
          + " another. With --bars it ends with 1 if a figure misses its limit.",
      "Needs no privileges. Peers are built from their registries the first time, into"
          + " ~/.cache/rosa/peers; those that cannot be are listed with the reason."
    },
    footer = {
      "Examples:",
      "  ./rosa bench path                       all suites, applications and payloads: 25 minutes",
      "  ./rosa bench path --quick               what the figures need, once: 5 minutes",
      "  ./rosa bench path --quick --rounds 5    the same, medians of five rounds: 20 minutes",
      "  ./rosa bench path --quick --only echo   one way alone; also boringtun, router, kernel …",
      "  ./rosa bench path --only steady --steady 600 --load 70   does anything grow?",
      "  ./rosa bench path --only \"router, AES256-GCM\" --json gcm.json"
    })
public final class PathCommand implements Callable<Integer> {

  /** A file of frames, in memory. */
  private static final int FRAME_BYTES = 1_600_000_000;

  @Option(names = "--quick", description = "Only what the figures need.")
  private boolean quick;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each thing is measured, 1 to 99 (default: 3; with --quick 1).")
  private Integer givenRounds;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "2",
      description = "How long a run takes, 1 to 10 (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--steady",
      paramLabel = "N",
      description =
          "Seconds of constant load for allocation, collections and what grows, 0 to 86400; 0"
              + " leaves them out (default: 60; with --quick 20).")
  private Double givenSteady;

  @Option(
      names = "--load",
      paramLabel = "PERCENT",
      defaultValue = "50",
      description =
          "That load, in percent of what the router can do, 1 to 100 (default: ${DEFAULT-VALUE}).")
  private int load;

  @Option(
      names = "--sessions",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Sessions where there are many, 64 to 60000 (default: ${DEFAULT-VALUE}).")
  private int sessions;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Only rows in whose name this stands, e.g. echo, or \"router, AES256-GCM\".")
  private String only;

  @Option(
      names = "--peers",
      paramLabel = "DIR",
      description = "Where the peers' programs are, or go (default: ~/.cache/rosa/peers).")
  private Path peersFolder;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "path-report",
      description = "Where the report goes (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Mixin private BenchOptions options;

  private int rounds;
  private double steady;

  /** For picocli. */
  public PathCommand() {}

  @Override
  public Integer call() throws Exception {
    checkUsage();
    return InnerProcess.isHere() ? measure() : startInside();
  }

  private void checkUsage() {
    rounds = givenRounds != null ? givenRounds : quick ? 1 : 3;
    steady = givenSteady != null ? givenSteady : quick ? 20 : 60;
    options.bars(PathFindings.FIGURES);
    options.requireRounds(rounds);
    options.require(
        seconds >= 1 && seconds <= 10, "--seconds is " + seconds + ", expected 1 to 10");
    options.require(
        steady >= 0 && steady <= 86_400, "--steady is " + steady + ", expected 0 to 86400");
    options.require(load >= 1 && load <= 100, "--load is " + load + ", expected 1 to 100");
    options.require(
        sessions >= 64 && sessions <= 60_000,
        "--sessions is " + sessions + ", expected 64 to 60000");
    options.requireFolderOfJson();
    options.requireDirectory(directory);
  }

  private Peers peers() {
    return new Peers(peersFolder == null ? Peers.defaultFolder() : peersFolder);
  }

  /** Prepares what needs the network and the file system as they are. */
  private int startInside() throws IOException, InterruptedException {
    options.home();
    SystemTools.require();
    if (only.isEmpty() || only.contains("boringtun") || only.contains("wireguard")) {
      peers().build(System.err);
    }
    return InnerProcess.run("-Urnm", List.of(), arguments());
  }

  private List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of("bench", "path"));
    if (quick) {
      arguments.add("--quick");
    }
    arguments.addAll(List.of("--rounds", "" + rounds, "--seconds", "" + seconds));
    arguments.addAll(List.of("--steady", "" + steady, "--load", "" + load));
    arguments.addAll(List.of("--sessions", "" + sessions));
    arguments.addAll(List.of("--only", only, "--out", directory.toString()));
    // Inside, the user is called root and has another home.
    arguments.addAll(List.of("--peers", peers().folder().toString()));
    options.passOn(arguments);
    return arguments;
  }

  private int measure() throws Exception {
    Cores cores = InnerProcess.begin();
    PathPlan plan =
        new PathPlan(rounds, seconds, seconds, steady, load / 100.0, sessions, !quick, only);
    PathFindings findings = run(plan, cores);
    PathFiles.write(findings, directory, options.json());
    options.print(PathReport.of(findings));
    options.print(List.of("Report: " + directory.resolve(PathFiles.PAGE)));
    boolean missed =
        findings.figures().stream().anyMatch(figure -> figure.verdict() == Figure.Verdict.MISSED);
    return missed ? 1 : 0;
  }

  private PathFindings run(PathPlan plan, Cores cores) throws Exception {
    Path programs = Files.createDirectories(BenchNetwork.memory("programs"));
    Path echo = SystemTools.compile(options.home(), "path_echo", programs);
    SystemTools.compile(options.home(), "path_traffic", programs);
    SystemTools.compile(options.home(), "path_record", programs);
    System.err.println("path: setting up a domain with an Authorization Server and a Code Server");
    try (BenchDomain domain =
        BenchDomain.start(
            options.home(), BenchNetwork.memory("domain"), Code.writeBundles(programs))) {
      Peers peers = peers();
      List<Forwarder> others =
          List.of(
              new KernelForwarder(),
              new EchoForwarder(echo, cores),
              new OpenVpnTunnel(peers, cores),
              new StrongSwanTunnel(peers, cores));
      List<WireGuardHub> hubs =
          List.of(WireGuardHub.boringtun(peers, cores), WireGuardHub.wireguardGo(peers, cores));
      Traffic traffic =
          new Traffic(programs, cores, new FrameFile(BenchNetwork.memory("frames"), FRAME_BYTES));
      Progress progress = Progress.of("path");
      progress.expect(plan.expectedSeconds(others, hubs.stream().map(WireGuardHub::name).toList()));
      ProviderRegistry providers =
          ProviderRegistry.load(options.home().resolve("config/providers.xml"));
      PathBench bench = new PathBench(plan, traffic, domain, providers, progress);
      Load.warning(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(), 2)
          .ifPresent(bench::addRemark);
      return new PathFindings(
          plan,
          cores,
          bench.run(others, hubs, new RouterForwarder(domain, cores)),
          options.bars(PathFindings.FIGURES));
    }
  }
}
