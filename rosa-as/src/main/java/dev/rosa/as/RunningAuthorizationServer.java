package dev.rosa.as;

import dev.rosa.as.policy.AuthorizationCounts;
import dev.rosa.as.policy.DomainPolicy;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.records.ClockFloor;
import dev.rosa.as.records.CodeSecrets;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.as.request.AuthorizationService;
import dev.rosa.as.request.JoinHandler;
import dev.rosa.as.request.ServiceRequestHandler;
import dev.rosa.as.staging.SecretStaging;
import dev.rosa.as.staging.SecretStagingClient;
import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.ControlLimits;
import dev.rosa.control.ControlServer;
import dev.rosa.control.StartupGrace;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.serving.NodeVitals;
import dev.rosa.serving.ServerPages;
import dev.rosa.serving.ServerPages.Counts;
import dev.rosa.serving.StatusServer;
import dev.rosa.storage.Storage;
import java.io.IOException;
import java.net.InetSocketAddress;
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

/** An Authorization Server that serves; {@link #close} ends it in order. */
final class RunningAuthorizationServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningAuthorizationServer.class);

  private final ControlServer server;
  private final SecretStaging staging;
  private final Optional<StatusServer> status;

  private RunningAuthorizationServer(
      ControlServer server, SecretStaging staging, Optional<StatusServer> status) {
    this.server = server;
    this.staging = staging;
    this.status = status;
  }

  /**
   * Starts to serve on a storage, which stays the caller's to close.
   *
   * @throws IOException in one line, for instance because the port is in use
   */
  static RunningAuthorizationServer start(
      AuthorizationServerConfig config, Identity self, Storage storage, InstantSource clock)
      throws IOException {
    SecureRandom random = new SecureRandom();
    DomainPolicy policy = config.policy(self.id().domain());
    List<HostPort> codeServers = config.codeServers().codeServer();
    AuthorizationRecords records =
        AuthorizationRecords.on(storage, random, clock, codeServers, policy);
    checkClock(records.clockFloor(), clock.instant());
    AuthorizationService service =
        new AuthorizationService(
            new ServiceRequestHandler(self, policy, records, clock, random),
            new JoinHandler(records, storage, clock, policy.skew()));
    ControlServer server =
        ControlServer.start(
            config.listen().toSocketAddress(),
            self,
            List.of(service),
            ControlLimits.DEFAULT.withConnections(config.connections()));
    Optional<StatusServer> status =
        startStatus(
            config,
            server,
            records.counts(),
            Map.of("as", self.id().toString()),
            NodeVitals.of(AuthorizationServer.class, self.certificate(), clock));
    SecretStaging staging = startStaging(records.secrets(), codeServers, self);
    LOG.info(
        "ready as={} listen={} domain={} suites={} default-suite={} key-derivation={}"
            + " code-servers={} status={}",
        self.id(),
        text(server.address()),
        Integer.toUnsignedString(policy.domain()),
        policy.suiteNames().replace(", ", ","),
        policy.defaultSuite(),
        keyDerivation(),
        codeServers,
        status.map(pages -> text(pages.address())).orElse("none"));
    return new RunningAuthorizationServer(server, staging, status);
  }

  private static Optional<StatusServer> startStatus(
      AuthorizationServerConfig config,
      ControlServer server,
      AuthorizationCounts counts,
      Map<String, Object> about,
      NodeVitals vitals)
      throws IOException {
    if (config.status() == null) {
      return Optional.empty();
    }
    List<Counts> all = new ArrayList<>(server.load().counts());
    all.add(new Counts("requests", "Requests and joins by answer", counts::all));
    try {
      Set<String> names = StatusServer.names(config.statusNames());
      return Optional.of(
          StatusServer.start(config.status(), names, ServerPages.of(vitals, about, all)));
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  private static SecretStaging startStaging(
      CodeSecrets secrets, List<HostPort> codeServers, Identity self) {
    return SecretStaging.start(
        secrets,
        codeServers.stream()
            .map(
                codeServer ->
                    new SecretStagingClient(
                        codeServer,
                        ControlChannel.open(codeServer.toSocketAddress(), self, Role.CODESERVER),
                        secrets,
                        new StartupGrace(System::nanoTime)))
            .toList());
  }

  /** A clock that was set back raises its alarm at start, not at the first request. */
  private static void checkClock(ClockFloor floor, Instant now) {
    try {
      floor.check(now);
    } catch (Refusal refusal) {
      LOG.warn("serving, but every request is refused: {}", refusal.getMessage());
    }
  }

  private static String keyDerivation() {
    try {
      Mac prf = Mac.getInstance("HmacSHA256", "SunJCE");
      return "HMAC-SHA-256(" + prf.getProvider().getName() + ")";
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  private static String text(InetSocketAddress address) {
    return new HostPort(address.getAddress().getHostAddress(), address.getPort()).toString();
  }

  InetSocketAddress address() {
    return server.address();
  }

  @Override
  public void close() {
    status.ifPresent(StatusServer::close);
    server.close();
    staging.close();
  }
}
