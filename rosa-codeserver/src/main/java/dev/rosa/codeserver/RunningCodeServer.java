package dev.rosa.codeserver;

import dev.rosa.codeserver.catalogue.RevokedRouters;
import dev.rosa.codeserver.catalogue.StateOffers;
import dev.rosa.codeserver.catalogue.StateRepository;
import dev.rosa.codeserver.catalogue.StateStatus;
import dev.rosa.codeserver.witness.LogWitness;
import dev.rosa.config.ConfigException;
import dev.rosa.config.HostPort;
import dev.rosa.control.ControlLimits;
import dev.rosa.control.ControlServer;
import dev.rosa.control.MethodLimit;
import dev.rosa.control.v1.CodePublicationGrpc;
import dev.rosa.control.v1.SecretStagingGrpc;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.identity.Identity;
import dev.rosa.publication.PublicationCheck;
import dev.rosa.role.RunningRole;
import dev.rosa.serving.RegularTask;
import dev.rosa.serving.ServerPages;
import dev.rosa.serving.ServerPages.Counts;
import dev.rosa.serving.StatusPage;
import dev.rosa.serving.StatusService;
import dev.rosa.storage.Storage;
import dev.rosa.storage.file.OwnFiles;
import io.grpc.BindableService;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Code Server that runs (ROSA §4.1): it owns its storage, its services, and the watch over its
 * catalogue.
 */
final class RunningCodeServer extends RunningRole {

  private static final Logger LOG = LoggerFactory.getLogger(RunningCodeServer.class);

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final CodeServerConfig config;
  private final Identity self;
  private final InstantSource clock;
  private final Duration lookEvery;
  private AdmissionLane lane;
  private ControlServer server;

  private RunningCodeServer(CodeServerSetup setup, InstantSource clock, Duration lookEvery) {
    super(setup.self(), clock);
    this.config = setup.config();
    this.self = setup.self();
    this.clock = clock;
    this.lookEvery = lookEvery;
  }

  /**
   * Opens the storage, begins to serve and logs the ready line.
   *
   * @throws ConfigException if the storage is not for its owner alone
   * @throws IOException in one line if the address cannot be had
   */
  static RunningCodeServer start(CodeServerSetup setup, InstantSource clock)
      throws ConfigException, IOException {
    return start(setup, clock, LOOK_EVERY);
  }

  /** The same with another time between regular looks at the storage. */
  static RunningCodeServer start(CodeServerSetup setup, InstantSource clock, Duration lookEvery)
      throws ConfigException, IOException {
    return started(new RunningCodeServer(setup, clock, lookEvery));
  }

  @Override
  protected void begin() throws ConfigException, IOException {
    OwnFiles.require(config.storage());
    Storage storage = opened(Storage.open(config.storage(), CodeRepository.TABLES));
    storage.claim(CodeServerSetup.owner(self));
    storage.restoredAt().ifPresent(at -> tellRestored(storage, at));
    lane = opened(new AdmissionLane());
    CodeRepository codes =
        new CodeRepository(
            storage, new NameOwners(config.publishersByName(), config.publisherQuota()));
    RouterAuthorizer authorizer = new RouterAuthorizer(config.codesByRouter());
    ServingLease lease = new ServingLease(storage, new SecureRandom(), System::nanoTime);
    FetchedSecrets fetched = new FetchedSecrets(storage);
    StateRepository states = new StateRepository(storage);
    RevokedRouters revoked = new RevokedRouters(states, clock);
    CatalogueFeed feed =
        new CatalogueFeed(
            codes, authorizer, lease, revoked, new RouterPresence(lease, System::nanoTime));
    LogWitness witness = LogWitness.open(storage, self, clock);
    CodeDistributionService.Shared shared =
        new CodeDistributionService.Shared(fetched, lease, revoked, offers(states), witness);
    CodePublicationService publication =
        new CodePublicationService(
            codes, new CodeDirectory(codes, authorizer), admission(), feed, clock);
    SecretRepository secrets = new SecretRepository(storage);
    server =
        opened(
            serve(
                publication,
                new CodeDistributionService(codes, secrets, authorizer, feed, shared),
                new SecretStagingService(
                    secrets, codes, new CodesOfRouter(storage, authorizer), feed, shared)));
    // Its streams end before the server does, which waits for calls under way.
    opened(feed);
    StateStatus state = new StateStatus(states, clock);
    state.look();
    watch(storage, feed, lease, state);
    Optional<StatusService> unused =
        serveStatus(config.status(), config.statusNames(), pages(lease, state, witness));
    logReady(codes);
  }

  private static void tellRestored(Storage storage, Instant at) {
    LOG.warn(
        "the storage was restored from a backup at {}: routers that it gave a later catalogue"
            + " refuse this one for 2 minutes, and codes withdrawn since that backup are back;"
            + " fetches of routers may be missing, so every secret is replaced when a router is"
            + " revoked",
        at);
    FetchedSecrets.forgetSinceBackup(storage);
    storage.acceptRestore();
  }

  private ControlServer serve(BindableService... services) throws IOException {
    return ControlServer.start(
        config.listen().toSocketAddress(), self, List.of(services), limits(config));
  }

  private StateOffers offers(StateRepository states) {
    return new StateOffers(new DomainStates(self.authority(), self.id().domain()), states, clock);
  }

  private Map<String, StatusPage> pages(ServingLease lease, StateStatus state, LogWitness witness) {
    List<Counts> counts = new ArrayList<>(server.load().counts());
    counts.add(state.counts());
    counts.add(witness.counts());
    return ServerPages.of(
        vitals(), Map.of("codeserver", self.id().toString()), counts, () -> obstacle(lease));
  }

  private static Optional<String> obstacle(ServingLease lease) {
    return lease.allowsServing()
        ? Optional.empty()
        : Optional.of("no lease of an authorization server: routers are not served");
  }

  /** Other Code Servers and the operator's commands change the storage while this one serves. */
  private void watch(Storage storage, CatalogueFeed feed, ServingLease lease, StateStatus state) {
    RegularTask looks =
        opened(
            RegularTask.start(
                "catalogue",
                lookEvery,
                LOG,
                "cannot look at the storage",
                () -> {
                  // First, as the storage may not answer.
                  feed.endWithoutLease();
                  lease.look();
                  feed.look();
                  state.look();
                }));
    storage.onChange(looks::soon);
  }

  private static ControlLimits limits(CodeServerConfig config) {
    return ControlLimits.DEFAULT
        .carryingBundlesOf(readableBundle(config), CodePublicationGrpc.getPublishMethod())
        .withRequest(SecretStagingGrpc.getOfferStateMethod(), StateOffers.REQUEST_BYTES)
        .withRequest(SecretStagingGrpc.getOfferRevocationsMethod(), StateOffers.REQUEST_BYTES)
        .withRequest(SecretStagingGrpc.getOfferCheckpointMethod(), LogWitness.OFFER_BYTES)
        .withConnections(config.connections())
        .withMethods(methodLimits());
  }

  /** Messages may be as long as a state: a bundle as long is read, and its refusal says why. */
  private static int readableBundle(CodeServerConfig config) {
    return Math.max(config.maxBundle().bytesAsInt(), DomainStates.MOST_CONTENTS_BYTES);
  }

  private static List<MethodLimit> methodLimits() {
    List<MethodLimit> limits = new ArrayList<>(CodeDistributionService.LIMITS);
    limits.add(CodePublicationService.LIMIT);
    return limits;
  }

  private CodePublicationService.Admission admission() {
    return new CodePublicationService.Admission(
        config.publisherNames(),
        new PublicationCheck(self.authority(), clock),
        config.publisherQuota(),
        new AdmissionCheck(config.maxBundle().bytesAsInt()),
        lane);
  }

  private void logReady(CodeRepository codes) {
    LOG.info(
        "ready identity={} listen={} storage={} codes={}",
        self.id(),
        HostPort.of(server.address()),
        config.storage(),
        codes.list(false).codes().size());
  }

  /** Address at which it serves, with the port it got. */
  InetSocketAddress address() {
    return server.address();
  }

  /** The lane in which bundles are admitted. */
  AdmissionLane lane() {
    return lane;
  }
}
