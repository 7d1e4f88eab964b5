package dev.rosa.codeserver;

import dev.rosa.config.ConfigException;
import dev.rosa.config.RoleCommand;
import dev.rosa.control.ControlLimits;
import dev.rosa.control.ControlServer;
import dev.rosa.control.MethodLimit;
import dev.rosa.identity.Identity;
import dev.rosa.serving.NodeVitals;
import dev.rosa.serving.ServerPages;
import dev.rosa.serving.StatusServer;
import dev.rosa.storage.Storage;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running Code Server (ROSA §4.1): its storage, its services and the server that carries them.
 * {@link #main} starts one from the command line.
 */
public final class CodeServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CodeServer.class);

  private static final int LOOK_SECONDS = 1;

  private final Storage storage;
  private final CatalogueFeed feed;
  private final AdmissionLane lane;
  private final ControlServer server;
  private final Optional<StatusServer> status;
  private final ScheduledExecutorService looking =
      Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("catalogue", true));
  private final Future<?> looks;

  private CodeServer(
      Storage storage,
      CatalogueFeed feed,
      AdmissionLane lane,
      ControlServer server,
      Optional<StatusServer> status) {
    this.storage = storage;
    this.feed = feed;
    this.lane = lane;
    this.server = server;
    this.status = status;
    // The operator may withdraw code in the storage while this process serves.
    this.looks =
        looking.scheduleWithFixedDelay(feed::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
  }

  /** Serves until SIGTERM. */
  public static void main(String[] args) {
    RoleCommand.run(new CodeServerCommand(), args);
  }

  /**
   * Opens the storage and begins to serve.
   *
   * @throws ConfigException if the storage is not for its owner alone
   * @throws IOException in one line if the address cannot be had
   */
  static CodeServer start(CodeServerConfig config, Identity self, InstantSource clock)
      throws ConfigException, IOException {
    Storage storage = Storage.open(config.storage(), CodeRepository.MIGRATIONS);
    AdmissionLane lane = new AdmissionLane();
    boolean started = false;
    try {
      CodeRepository codes =
          new CodeRepository(
              storage, new NameOwners(config.publishersByName(), config.publisherQuota()));
      RouterAuthorizer authorizer = new RouterAuthorizer(config.codesByRouter());
      CatalogueFeed feed = new CatalogueFeed(codes, authorizer);
      ControlServer server =
          ControlServer.start(
              config.listen().toSocketAddress(),
              self,
              List.of(
                  new CodePublicationService(
                      codes,
                      new CodeDirectory(codes, authorizer),
                      admission(config, self, lane, clock),
                      feed,
                      clock),
                  new CodeDistributionService(
                      codes, new SecretRepository(storage), authorizer, feed),
                  new SecretStagingService(new SecretRepository(storage), feed)),
              limits(config));
      Optional<StatusServer> status =
          startStatus(
              config,
              server,
              Map.of("codeserver", self.id().toString()),
              NodeVitals.of(CodeServer.class, self.certificate(), clock));
      started = true;
      logReady(config, self, server, codes);
      return new CodeServer(storage, feed, lane, server, status);
    } finally {
      if (!started) {
        lane.close();
        storage.close();
      }
    }
  }

  private static ControlLimits limits(CodeServerConfig config) {
    return ControlLimits.DEFAULT
        .carryingBundlesOf(config.maxBundle().bytesAsInt())
        .withConnections(config.connections())
        .withMethods(methodLimits());
  }

  private static List<MethodLimit> methodLimits() {
    List<MethodLimit> limits = new ArrayList<>(CodeDistributionService.LIMITS);
    limits.add(CodePublicationService.LIMIT);
    return limits;
  }

  private static Optional<StatusServer> startStatus(
      CodeServerConfig config, ControlServer server, Map<String, Object> about, NodeVitals vitals)
      throws IOException {
    if (config.status() == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          StatusServer.start(
              config.status(),
              StatusServer.names(config.statusNames()),
              ServerPages.of(vitals, about, server.load().counts())));
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  private static CodePublicationService.Admission admission(
      CodeServerConfig config, Identity self, AdmissionLane lane, InstantSource clock) {
    return new CodePublicationService.Admission(
        config.publisherNames(),
        new PublicationCheck(self.authority(), clock),
        config.publisherQuota(),
        new AdmissionCheck(config.maxBundle().bytesAsInt()),
        lane);
  }

  private static void logReady(
      CodeServerConfig config, Identity self, ControlServer server, CodeRepository codes) {
    LOG.info(
        "ready identity={} listen={}:{} storage={} codes={}",
        self.id(),
        config.listen().host(),
        server.address().getPort(),
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

  /** Ends the routers' streams, lets calls under way finish, then closes the storage. */
  @Override
  public void close() {
    status.ifPresent(StatusServer::close);
    looks.cancel(false);
    looking.shutdown();
    feed.close();
    server.close();
    lane.close();
    storage.close();
  }
}
