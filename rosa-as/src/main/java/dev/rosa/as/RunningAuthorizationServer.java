package dev.rosa.as;

import dev.rosa.as.administration.Acts;
import dev.rosa.as.administration.AdministrationHandler;
import dev.rosa.as.administration.AdministrationService;
import dev.rosa.as.audit.CheckpointTask;
import dev.rosa.as.audit.Checkpoints;
import dev.rosa.as.audit.LogKey;
import dev.rosa.as.audit.WitnessTable;
import dev.rosa.as.audit.WitnessedLog;
import dev.rosa.as.policy.DomainPolicy;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.records.ClockFloor;
import dev.rosa.as.records.EarlierAudit;
import dev.rosa.as.records.PublicationLog;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.as.request.AuthorizationService;
import dev.rosa.as.request.JoinHandler;
import dev.rosa.as.request.ServiceRequestHandler;
import dev.rosa.as.request.SignerCheck;
import dev.rosa.as.staging.CodeServerCalls;
import dev.rosa.as.staging.Publications;
import dev.rosa.as.staging.RefreshPolicy;
import dev.rosa.as.staging.SecretStaging;
import dev.rosa.as.staging.SecretStagingClient;
import dev.rosa.as.staging.StagingRecords;
import dev.rosa.as.staging.StateFigures;
import dev.rosa.as.state.StatePublication;
import dev.rosa.as.watch.SessionWatches;
import dev.rosa.as.watch.StandingRecords;
import dev.rosa.config.ConfigException;
import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.ControlLimits;
import dev.rosa.control.ControlServer;
import dev.rosa.control.MethodLimit;
import dev.rosa.control.StartupGrace;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.publication.PublicationCheck;
import dev.rosa.role.RunningRole;
import dev.rosa.serving.ConnectionLimits;
import dev.rosa.serving.ServerPages;
import dev.rosa.serving.ServerPages.Counts;
import dev.rosa.serving.StatusPage;
import dev.rosa.serving.StatusService;
import dev.rosa.storage.Storage;
import dev.rosa.storage.file.OwnFiles;
import dev.rosa.transparency.NoteSigner;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authorization Server that runs: it owns its storage, its services, and the delivery of secrets to
 * Code Servers.
 */
final class RunningAuthorizationServer extends RunningRole {
  private static final Logger LOG = LoggerFactory.getLogger(RunningAuthorizationServer.class);

  private final AuthorizationServerSetup setup;
  private final InstantSource clock;
  private final DomainPolicy policy;
  private final SecureRandom random = new SecureRandom();

  private RunningAuthorizationServer(AuthorizationServerSetup setup, InstantSource clock) {
    super(setup.self(), clock);
    this.setup = setup;
    this.clock = clock;
    this.policy = setup.config().policy(setup.self().id().domain());
  }

  /**
   * Opens the storage, begins to serve and logs the ready line.
   *
   * @throws ConfigException if the storage is not for its owner alone
   * @throws IOException in one line, for instance because the port is in use
   */
  static RunningAuthorizationServer start(AuthorizationServerSetup setup, InstantSource clock)
      throws ConfigException, IOException {
    return started(new RunningAuthorizationServer(setup, clock));
  }

  @Override
  protected void begin() throws ConfigException, IOException {
    AuthorizationServerConfig config = setup.config();
    OwnFiles.require(config.storage());
    Storage storage = opened(Storage.open(config.storage(), AuthorizationRecords.TABLES));
    storage.claim(AuthorizationServerSetup.owner(setup.self()));
    AuthorizationRecords records =
        AuthorizationRecords.on(storage, random, clock, System::nanoTime, codeServers(), policy);
    new EarlierAudit(storage, records.audit()).move();
    storage.restoredAt().ifPresent(at -> acceptRestored(storage, records, at));
    setup.declared().apply(storage, records, setup.self().id().toString());
    checkClock(records.clockFloor());
    look(records);
    NoteSigner signer = LogKey.ofDomain(storage, policy.domain(), random, clock);
    Checkpoints log = new Checkpoints(storage, signer, clock);
    CheckpointTask checkpoints = opened(CheckpointTask.start(log, () -> look(records), clock));
    SessionWatches watches = opened(watches(storage, records));
    ControlServer server =
        opened(serve(service(records, watches), administration(storage, records)));
    StagingRecords staged = staged(storage, records, witnessed(storage, records, log, signer));
    List<SecretStagingClient> clients =
        codeServers().stream().map(each -> stagingClient(each, staged)).toList();
    StateFigures figures = new StateFigures(staged, clients, clock);
    Obstacles obstacles = new Obstacles(storage, records, clock);
    Optional<StatusService> status =
        serveStatus(
            config.status(),
            config.statusNames(),
            pages(server, obstacles, checkpoints, figures, watches));
    SecretStaging staging = opened(SecretStaging.start(staged, refresh(), clients));
    storage.onChange(staging::look);
    logReady(server, status);
  }

  /** Reads for the status pages: they answer also when the storage does not. */
  private static void look(AuthorizationRecords records) {
    records.logForks().look();
    records.clockFloor().look();
  }

  private void acceptRestored(Storage storage, AuthorizationRecords records, Instant at) {
    LOG.warn(
        "the storage was restored from a backup at {}: administrators, users, codes, rules,"
            + " sessions and revocations since that backup are not in it, and secrets that were"
            + " destroyed since then are back. Numbers of epochs are skipped, and every code gets a"
            + " new one",
        at);
    records.lostSessions().keepRestore();
    records.epochs().skipAfterRestore(random);
    storage.acceptRestore();
  }

  private List<HostPort> codeServers() {
    return setup.config().codeServers().codeServer();
  }

  private SessionWatches watches(Storage storage, AuthorizationRecords records) {
    return SessionWatches.start(
        new StandingRecords(storage, records.policy(), records.revocations().list()),
        () -> storage.withHandle(records.passed()::now),
        policy.skew());
  }

  private AuthorizationService service(AuthorizationRecords records, SessionWatches watches) {
    SignerCheck signers = new SignerCheck(setup.self(), setup.signatures());
    return new AuthorizationService(
        new ServiceRequestHandler(signers, policy, records, clock, random),
        new JoinHandler(signers, records, clock, policy.skew()),
        watches);
  }

  private AdministrationService administration(Storage storage, AuthorizationRecords records) {
    return new AdministrationService(
        new AdministrationHandler(
            new SignerCheck(setup.self(), setup.signatures()),
            storage,
            records,
            clock,
            operator -> acts(storage, operator)));
  }

  private Acts acts(Storage storage, String operator) {
    RouterCodes question = new RouterCodes(codeServers(), setup.self());
    return new Acts(
        storage,
        AuthorizationRecords.by(
            operator, storage, random, clock, System::nanoTime, codeServers(), policy),
        setup.self().id(),
        clock,
        new Acts.CodesOfRouter() {
          @Override
          public Optional<Set<CodeDigest>> ask(RosaId router) {
            return question.ask(router, LOG::warn);
          }

          @Override
          public boolean isUnseen(RosaId router) {
            return question.isUnseen(router);
          }
        },
        operator);
  }

  private ControlServer serve(AuthorizationService service, AdministrationService administration)
      throws IOException {
    ConnectionLimits connections = setup.config().connections();
    List<MethodLimit> limits =
        new ArrayList<>(AuthorizationService.limits(connections.callsPerIdentity()));
    limits.add(AdministrationService.limit());
    return ControlServer.start(
        setup.config().listen().toSocketAddress(),
        setup.self(),
        List.of(service, administration),
        ControlLimits.DEFAULT.withConnections(connections).withMethods(limits));
  }

  private WitnessedLog witnessed(
      Storage storage, AuthorizationRecords records, Checkpoints log, NoteSigner signer) {
    return new WitnessedLog(
        records.audit().tree(), log, new WitnessTable(storage), signer.key(), setup.self(), clock);
  }

  private Map<String, StatusPage> pages(
      ControlServer server,
      Obstacles obstacles,
      CheckpointTask checkpoints,
      StateFigures state,
      SessionWatches watches) {
    List<Counts> all = new ArrayList<>(server.load().counts());
    all.add(
        new Counts("requests", "Requests and joins by answer", obstacles.records().counts()::all));
    all.add(
        Counts.gauges("audit", "The audit log, and its newest checkpoint", checkpoints::figures));
    all.addAll(state.counts());
    all.add(
        Counts.gauges(
            "clock",
            "Seconds by which the clock is ahead of the time that surely passed, and its jumps"
                + " ahead",
            obstacles.records().passed()::figures));
    all.add(Counts.gauges("watches", "Streams to the holders of sessions", watches::figures));
    return ServerPages.of(
        vitals(),
        Map.of("as", setup.self().id().toString(), "signatures", setup.signatures().description()),
        all,
        obstacles::first);
  }

  private StagingRecords staged(Storage storage, AuthorizationRecords records, WitnessedLog log) {
    return new StagingRecords(
        records.secrets(),
        records.epochs(),
        records.epochEnds(),
        new StatePublication(storage, setup.self(), setup.config().state().valid(), clock),
        records.revocations().list(),
        log,
        records.logForks(),
        new Publications(
            new PublicationLog(storage, records.audit()),
            new PublicationCheck(setup.self().authority(), clock)));
  }

  private RefreshPolicy refresh() {
    return setup.config().refresh().policy();
  }

  private SecretStagingClient stagingClient(HostPort codeServer, StagingRecords staged) {
    return new SecretStagingClient(
        new CodeServerCalls(
            codeServer,
            ControlChannel.open(
                codeServer.toSocketAddress(),
                setup.self(),
                Role.CODESERVER,
                ControlLimits.LEASE_BYTES)),
        staged,
        refresh(),
        clock,
        new StartupGrace(System::nanoTime));
  }

  /** A clock that was set back raises its alarm at start, not at the first request. */
  private void checkClock(ClockFloor floor) {
    try {
      floor.check(clock);
    } catch (Refusal refusal) {
      LOG.warn("serving, but every request is refused: {}", refusal.getMessage());
    }
  }

  private void logReady(ControlServer server, Optional<StatusService> status) {
    LOG.info(
        "ready as={} listen={} domain={} suites={} default-suite={} key-derivation={}"
            + " signatures={} code-servers={} refresh={} status={}",
        setup.self().id(),
        HostPort.of(server.address()),
        Integer.toUnsignedString(policy.domain()),
        policy.suiteNames().replace(", ", ","),
        policy.defaultSuite(),
        keyDerivation(),
        setup.signatures().name(),
        codeServers(),
        setup.config().refresh(),
        status.map(StatusService::toString).orElse("none"));
  }

  private static String keyDerivation() {
    try {
      Mac prf = Mac.getInstance("HmacSHA256", "SunJCE");
      return "HMAC-SHA-256(" + prf.getProvider().getName() + ")";
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }
}
