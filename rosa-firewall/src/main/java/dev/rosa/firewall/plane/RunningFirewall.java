package dev.rosa.firewall.plane;

import dev.rosa.config.ConfigException;
import dev.rosa.evidence.Proof;
import dev.rosa.firewall.plane.allow.AllowedSources;
import dev.rosa.firewall.plane.allow.Surroundings;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.intake.EvidenceIntake;
import dev.rosa.firewall.plane.intake.IntakeLimits;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.policy.PolicySettings;
import dev.rosa.firewall.plane.record.PlaneClock;
import dev.rosa.firewall.plane.record.PlaneRecord;
import dev.rosa.operator.OperatorSocket;
import dev.rosa.role.RunningRole;
import dev.rosa.serving.RegularTask;
import dev.rosa.serving.StatusPage;
import dev.rosa.serving.StatusService;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Firewall plane that runs: it owns its record, the two sockets, the deciding thread with the
 * enforcement, and the watch over this machine's surroundings.
 */
final class RunningFirewall extends RunningRole {

  private static final Logger LOG = LoggerFactory.getLogger(RunningFirewall.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

  private final FirewallConfig config;
  private final KernelLayers layers;
  private final PolicySettings policy;
  private final AllowedSources allowed;
  private final Supplier<Map<Source, String>> surroundings;
  private Optional<StatusService> pages = Optional.empty();

  private RunningFirewall(
      FirewallSetup setup, KernelLayers layers, Supplier<Map<Source, String>> surroundings) {
    super(InstantSource.system());
    this.config = setup.config();
    this.layers = layers;
    this.surroundings = surroundings;
    this.policy = config.policy().settings();
    this.allowed = new AllowedSources(config.allow().sources());
  }

  /**
   * Puts recorded bans in force, begins to serve and logs the ready line.
   *
   * @param layers of this machine
   * @throws ConfigException if the database cannot be used
   * @throws IOException in one line if a socket cannot be had, or bans cannot be put in force
   */
  static RunningFirewall start(FirewallSetup setup, KernelLayers layers)
      throws ConfigException, IOException {
    return start(setup, layers, new Surroundings()::read);
  }

  /** The same with other surroundings than this machine's. */
  static RunningFirewall start(
      FirewallSetup setup, KernelLayers layers, Supplier<Map<Source, String>> surroundings)
      throws ConfigException, IOException {
    return started(new RunningFirewall(setup, layers, surroundings));
  }

  @Override
  protected void begin() throws ConfigException, IOException {
    PlaneRecord record =
        opened(
            PlaneRecord.open(
                config.storage(),
                PlaneClock.Uptime.ofMachine(),
                InstantSource.system(),
                policy.bounds().sources()));
    record.allowed().forEach(allowed::add);
    boolean unused = allowed.replaceSurroundings(surroundings.get());
    Map<String, Set<Proof>> proofs = config.reporters().proofs();
    EvidenceIntake intake =
        opened(
            EvidenceIntake.open(
                config.reporters().socket(),
                user -> proofs.getOrDefault(user, Set.of()),
                IntakeLimits.usual(),
                record.clock()));
    PlaneEvents events = new PlaneEvents(new Reporters(intake), record.clock());
    Enforcement enforcement =
        layers.enforcement(
            config.layers().settings(),
            config.layers().xdpSettings(policy.bounds().bans()),
            record.clock());
    Plane plane =
        opened(
            Plane.start(
                new PlaneParts(intake.queue(), allowed, enforcement, record, events), policy));
    plane.watch(events::decided);
    watchSurroundings(plane);
    PlaneStatus status = status(plane, intake, record);
    PlaneRequests requests =
        new PlaneRequests(
            status,
            events,
            new AllowChanges(allowed, record, plane),
            config.policy().times().ban());
    opened(OperatorSocket.open(config.operators().socket(), requests));
    PlaneMetrics metrics = new PlaneMetrics(status);
    pages =
        serveStatus(
            config.status(),
            config.statusNames(),
            StatusPage.all(status::page, metrics::scrape, status::obstacle));
    logReady(plane, status);
  }

  /** Reporters, who are told of bans. */
  private record Reporters(EvidenceIntake intake) implements BanNews {
    @Override
    public void tell(Ban ban) {
      intake.tell(ban);
    }

    @Override
    public void tellLifted(Source source) {
      intake.tellLifted(source);
    }
  }

  private PlaneStatus status(Plane plane, EvidenceIntake intake, PlaneRecord record) {
    return new PlaneStatus(
        config.layers().name(),
        policy.observe(),
        vitals(),
        plane,
        intake,
        new LayerView(plane),
        allowed,
        record.clock());
  }

  /** Administrators log in, addresses change: what is never banned changes with them. */
  private void watchSurroundings(Plane plane) {
    opened(
        RegularTask.start(
            "surroundings",
            LOOK_EVERY,
            LOG,
            "cannot look at this machine's surroundings",
            () -> {
              if (allowed.replaceSurroundings(surroundings.get())) {
                CompletableFuture<List<Ban>> unused = plane.liftAllowed();
              }
            }));
  }

  private void logReady(Plane plane, PlaneStatus status) throws IOException {
    LOG.info(
        "ready name={} layers={} bans={} operators={} reporters={} status={}{}",
        config.layers().name(),
        status.layers().line(),
        plane.size().bans(),
        config.operators().socket(),
        config.reporters().socket(),
        pages.map(StatusService::toString).orElse("none"),
        policy.observe() ? " observe=true: it bans no source by itself" : "");
  }

  /** Address of its status pages, if it serves any now. */
  Optional<InetSocketAddress> statusAddress() {
    return pages.flatMap(StatusService::address);
  }
}
