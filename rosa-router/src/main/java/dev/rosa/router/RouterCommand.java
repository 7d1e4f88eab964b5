package dev.rosa.router;

import dev.rosa.command.RoleCommand;
import dev.rosa.config.ConfigException;
import dev.rosa.config.Durations;
import dev.rosa.config.Problems;
import dev.rosa.firewall.divert.Diversion;
import dev.rosa.firewall.divert.Interfaces;
import dev.rosa.identity.Identity;
import dev.rosa.kernel.process.PrivateJvm;
import dev.rosa.router.setup.RouterCheck;
import dev.rosa.router.setup.RouterSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The router's command line. */
@Command(
    name = "rosa-router",
    description = "Verifies active packets and runs their code; or replays a capture.",
    subcommands = CodeCommands.class,
    footer = {
      "",
      "Examples:",
      "  ./rosa router --config config/router.xml",
      "  ./rosa router --config config/router.xml --validate",
      "  ./rosa router --config config/router.xml --replay in.pcap --write out.pcap --json",
      "  ./rosa router --config config/router.xml code resume 3f9a2c1b"
    })
public final class RouterCommand extends RoleCommand {

  private static final Logger LOG = LoggerFactory.getLogger(RouterCommand.class);

  /** A bug has ended the packet path: nothing that closing could still save. */
  private static final int FAILED = 1;

  @Option(
      names = "--replay",
      paramLabel = "IN.pcap",
      description = "Push a capture through the router instead of serving links.")
  private Path replay;

  @Option(
      names = "--write",
      paramLabel = "OUT.pcap",
      description = "With --replay: where to write the packets that would leave.")
  private Path write;

  @Option(
      names = "--at",
      paramLabel = "UNIXTIME",
      description = "With --replay: judge packets by this time (default: that of their capture).")
  private Long at;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "With --replay: how long to wait for the Code Server (default: 30s).")
  private String wait;

  @Option(names = "--json", description = "With --replay: print the counters as JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    checkUsage();
    if (replay == null || spec.commandLine().getParseResult().hasMatchedOption("--validate")) {
      return super.call();
    }
    Instant time = at == null ? null : Instant.ofEpochSecond(at);
    Replay.Options options = new Replay.Options(replay, write, time, waitingTime());
    new Replay(RouterSetup.load(config), options).run(out(), json);
    return 0;
  }

  /** The file that the command line names. */
  Path configuration() {
    return config;
  }

  private void checkUsage() {
    if ((replay == null) != (write == null)) {
      throw usage("--replay and --write belong together");
    }
    if (replay == null && (at != null || json)) {
      throw usage("--at and --json need --replay");
    }
    if (at != null && (at < 0 || at > 0xffff_ffffL)) {
      throw usage("--at is " + at + ", expected Unix seconds from 0 to 4294967295");
    }
    waitingTime();
  }

  private Duration waitingTime() {
    try {
      return Durations.parse(wait);
    } catch (IllegalArgumentException e) {
      throw usage("--wait is " + e.getMessage());
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  @Override
  protected void validate(Problems problems) {
    RouterSetup.validate(config, problems);
  }

  @Override
  protected AutoCloseable start() throws Exception {
    PrivateJvm.gap().ifPresent(LOG::warn);
    Diversion diversion = divert();
    try {
      RunningRouter router =
          RunningRouter.start(
              RouterSetup.load(config), diversion, () -> Runtime.getRuntime().halt(FAILED));
      return () -> close(router, diversion);
    } catch (Exception e) {
      if (diversion != null) {
        diversion.abandon();
      }
      throw e;
    }
  }

  /**
   * With interfaces, the first call lets the whole process begin again without privileges; null
   * without, or where mistakes of the file leave none, which {@link RouterSetup#load} reports.
   */
  private Diversion divert() throws ConfigException, IOException {
    Problems problems = new Problems(config);
    Optional<RouterCheck> read = RouterCheck.read(config, problems);
    Interfaces interfaces = read.map(check -> check.config().interfaces()).orElse(null);
    if (interfaces == null) {
      return null;
    }
    Optional<Identity> self = read.flatMap(RouterCheck::checkFiles);
    problems.requireNoErrors();
    return Diversion.begin(interfaces, self.orElseThrow().id().name(), RoleCommand::fail);
  }

  private static void close(RunningRouter router, Diversion diversion) throws IOException {
    router.close();
    if (diversion != null) {
      diversion.close();
    }
    if (!router.hasKeptWindows()) {
      throw new IOException(
          "the replay record could not be written to the end: packets since then may be accepted"
              + " once more after the next start");
    }
  }
}
