package dev.rosa.router.setup;

import dev.rosa.bundle.BundleLimits;
import dev.rosa.config.ConfigException;
import dev.rosa.config.HostPort;
import dev.rosa.config.Problems;
import dev.rosa.control.Backoff;
import dev.rosa.control.StartupGrace;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.identity.Identity;
import dev.rosa.packetio.RouteTable;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.publication.PublicationCheck;
import dev.rosa.router.catalogue.AcceptedPublishers;
import dev.rosa.router.catalogue.CatalogueWatch;
import dev.rosa.router.catalogue.CodeServerLink;
import dev.rosa.router.catalogue.CodeServers;
import dev.rosa.router.catalogue.KeptState;
import dev.rosa.router.catalogue.StateIntake;
import dev.rosa.router.execution.ExecutionEnvironment;
import dev.rosa.router.execution.WorkerClock;
import dev.rosa.router.execution.bytecode.BytecodeLane;
import dev.rosa.router.pipeline.NonceCounter;
import dev.rosa.router.pipeline.PacketPolicy;
import dev.rosa.router.pipeline.Parking;
import dev.rosa.router.pipeline.RouterWorker;
import dev.rosa.router.session.NonceRecord;
import dev.rosa.router.session.ReplayRecord;
import dev.rosa.router.session.ReplayRecords;
import dev.rosa.router.setup.RouterConfig.Parked;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checked configuration of a router with all that it names, before its packet links are opened. A
 * live router and a replay are made from it.
 *
 * @param config content of the file
 * @param self who the router is
 * @param providers tried with known answers
 * @param routes where packets go
 */
public record RouterSetup(
    RouterConfig config, Identity self, ProviderRegistry providers, RouteTable routes) {

  private static final Logger LOG = LoggerFactory.getLogger(RouterSetup.class);

  /**
   * Reads a configuration and what it names, for a router that is about to run; logs warnings.
   *
   * @throws ConfigException with a line for each mistake
   */
  public static RouterSetup load(Path file) throws ConfigException {
    return Problems.load(
        file,
        problems -> RouterCheck.read(file, problems).flatMap(check -> of(check, problems)),
        LOG);
  }

  /** Measures no provider for a configuration that cannot be used. */
  private static Optional<RouterSetup> of(RouterCheck check, Problems problems) {
    Optional<Identity> self = check.identity();
    check.checkRecords();
    check.checkAddresses(true);
    check.warn();
    Optional<ProviderRegistry> providers = check.providers(!problems.hasErrors());
    if (problems.hasErrors()) {
      return Optional.empty();
    }
    return Optional.of(
        new RouterSetup(
            check.config(), self.orElseThrow(), providers.orElseThrow(), check.routes()));
  }

  /** Reads a configuration and what it names, reports, and does nothing else. */
  public static void validate(Path file, Problems problems) {
    Optional<RouterCheck> read = RouterCheck.read(file, problems);
    read.ifPresent(
        check -> {
          check.readFiles();
          check.checkAddresses(false);
          check.warn();
        });
  }

  public PacketPolicy policy() {
    return new PacketPolicy(
        self.id().domain(),
        self.nodeId(),
        config.domain().acceptedSuites(),
        config.domain().skew(),
        config.domain().leastHopLimit(),
        config.domain().dropsForeignDomain(),
        config.domain().dropsRefusedCode(),
        config.domain().dropsBehindHeaders(),
        config.dropsWhenStale());
  }

  /** Sizes and limits of a worker, in batches of at most {@code batch}. */
  public RouterWorker.Sizes sizes(int batch) {
    Parked parking = config.parking();
    return new RouterWorker.Sizes(
        Math.min(batch, config.packets().batch()),
        config.packets().maxSize().bytesAsInt(),
        config.sessions().max(),
        config.sessions().maxBytes().bytes(),
        config.packets().unverified(),
        new Parking.Limits(parking.perCode(), parking.total(), parking.timeout()));
  }

  /** A new environment for code, with the configured limit on bundles. */
  public ExecutionEnvironment executionEnvironment() {
    BundleLimits limits = BundleLimits.defaults().withBundleBytes(config.maxBundle().bytesAsInt());
    BytecodeLane lane = new BytecodeLane(config.code().maximum());
    return new ExecutionEnvironment(
        self().id().name(), limits, lane, config.code().breaking(), WorkerClock.system());
  }

  /**
   * The nonces of rewritten packets. They begin at the real time, not at the time that packets are
   * judged by: a capture that is replayed twice must not be sealed twice under the same nonces.
   *
   * @throws IOException in one line if none can be reserved
   */
  public NonceCounter nonces() throws IOException {
    return NonceCounter.of(
        self.nodeId(), new NonceRecord(config.sessions().record(), InstantSource.system()));
  }

  /** Sessions that are known from before a restart, one record for every worker. */
  public List<ReplayRecord> openReplayRecords(int workers) throws IOException {
    Path file = config.sessions().record();
    return file == null
        ? Collections.nCopies(workers, ReplayRecord.none())
        : ReplayRecords.open(file, workers, policy().skewSeconds());
  }

  /** Folder that keeps the domain's state. */
  public KeptState openState() throws IOException {
    return config.state() == null ? KeptState.none() : KeptState.open(config.state());
  }

  /**
   * Begins to connect to the Code Servers.
   *
   * @param state that was kept
   * @throws IOException in one line if that cannot be read or does not hold
   */
  public CodeServerLink connect(KeptState state) throws IOException {
    InstantSource clock = InstantSource.system();
    int maxBundleBytes = config.maxBundle().bytesAsInt();
    DomainStates states = new DomainStates(self.authority(), self.id().domain());
    StateIntake intake = StateIntake.open(states, state, clock, config.domain().skew());
    return CodeServerLink.open(
        new CatalogueWatch(
            CodeServers.open(
                config.codeServers(), self, CodeServerLink.maxMessageBytes(maxBundleBytes)),
            intake,
            new Backoff(new SecureRandom()),
            clock,
            new StartupGrace(System::nanoTime),
            CatalogueWatch.PATIENCE),
        new AcceptedPublishers(
            new PublicationCheck(self.authority(), clock), config.publishers()::accept),
        maxBundleBytes);
  }

  /** The Code Servers as a person writes them. */
  public String codeServers() {
    return String.join(" ", config.codeServers().stream().map(HostPort::toString).toList());
  }
}
