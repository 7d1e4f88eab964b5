package dev.rosa.router;

import dev.rosa.bundle.BundleLimits;
import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigPlace;
import dev.rosa.config.HostPort;
import dev.rosa.control.FirstSeconds;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.packetio.RouteTable;
import dev.rosa.provider.ProviderException;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.router.RouterConfig.Parked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A router before it has links: its configuration and all that it names, checked. What runs, live
 * or in a replay, is made from it.
 *
 * @param config what the file says
 * @param self who the router is
 * @param providers tried with known answers
 * @param routes where packets go
 */
record RouterSetup(
    RouterConfig config, Identity self, ProviderRegistry providers, RouteTable routes) {

  /**
   * Reads a configuration and what it names, for a router that is about to run.
   *
   * @throws ConfigException in one line that begins with the file
   */
  static RouterSetup load(Path file) throws ConfigException {
    return load(file, true);
  }

  /**
   * Reads a configuration and what it names, and does nothing else: measures no provider.
   *
   * @throws ConfigException in one line that begins with the file
   */
  static RouterSetup check(Path file) throws ConfigException {
    return load(file, false);
  }

  private static RouterSetup load(Path file, boolean serving) throws ConfigException {
    RouterConfig config = RouterConfig.load(file);
    requireRecordFolder(file, config);
    return new RouterSetup(
        config, identity(file, config), providers(config, serving), routes(file, config));
  }

  private static void requireRecordFolder(Path file, RouterConfig config) throws ConfigException {
    Path record = config.sessions().record();
    Path folder = record == null ? null : record.toAbsolutePath().getParent();
    if (folder != null && !(Files.isDirectory(folder) && Files.isWritable(folder))) {
      String where = ConfigPlace.of(file, "sessions");
      throw new ConfigException(
          where
              + ": <sessions record> lies in "
              + folder
              + ", expected a folder that can be written");
    }
  }

  private static Identity identity(Path file, RouterConfig config) throws ConfigException {
    try {
      return Identity.load(config.identity(), InstantSource.system(), Role.ROUTER);
    } catch (IdentityException e) {
      String where = ConfigPlace.of(file, "identity");
      throw new ConfigException(where + ": <identity>: " + e.getMessage(), e);
    }
  }

  private static ProviderRegistry providers(RouterConfig config, boolean serving)
      throws ConfigException {
    try {
      if (config.providers() == null) {
        return ProviderRegistry.builtIn();
      }
      return serving
          ? ProviderRegistry.load(config.providers())
          : ProviderRegistry.check(config.providers());
    } catch (ProviderException e) {
      throw new ConfigException(e.getMessage(), e);
    }
  }

  private static RouteTable routes(Path file, RouterConfig config) throws ConfigException {
    List<RouteTable.Route> routes = new ArrayList<>();
    if (config.overlay() == null) {
      return new RouteTable(routes);
    }
    try {
      for (RouterConfig.Route route : config.overlay().routes()) {
        routes.add(
            new RouteTable.Route(
                route.to().address(), route.to().lengthBits(), route.via().toSocketAddress()));
      }
      return new RouteTable(routes);
    } catch (IllegalArgumentException e) {
      String where = ConfigPlace.of(file, "overlay");
      throw new ConfigException(where + ": <overlay>: " + e.getMessage(), e);
    }
  }

  PacketPolicy policy() {
    return new PacketPolicy(
        self.id().domain(),
        self.nodeId(),
        config.domain().acceptedSuites(),
        config.domain().skew(),
        config.domain().leastHopLimit(),
        config.domain().dropsForeignDomain(),
        config.domain().dropsRefusedCode(),
        config.domain().dropsBehindHeaders());
  }

  /** How much a worker takes on, in batches of at most {@code batch}. */
  RouterWorker.Sizes sizes(int batch) {
    Parked parking = config.parking();
    return new RouterWorker.Sizes(
        Math.min(batch, config.packets().batch()),
        config.packets().maxSize().bytesAsInt(),
        config.sessions().max(),
        config.sessions().maxBytes().bytes(),
        config.packets().unverified(),
        new Parking.Limits(parking.perCode(), parking.total(), parking.timeout()));
  }

  /** What a bundle may be at most. */
  BundleLimits bundleLimits() {
    return BundleLimits.defaults().withBundleBytes(config.maxBundle().bytesAsInt());
  }

  /**
   * The nonces of what is sealed anew. They begin at the real time, whatever time packets are
   * judged by: a capture that is replayed twice must not be sealed twice under the same nonces.
   */
  NonceCounter nonces() {
    return new NonceCounter(self.nodeId(), InstantSource.system());
  }

  /** What is known of sessions from before a restart, one record for every worker. */
  List<ReplayRecord> openReplayRecords(int workers) throws IOException {
    Path file = config.sessions().record();
    return file == null
        ? Collections.nCopies(workers, ReplayRecord.none())
        : ReplayRecords.open(file, workers);
  }

  /** Begins to connect to the Code Servers. */
  CodeServerLink connect() {
    InstantSource clock = InstantSource.system();
    int maxBundleBytes = config.maxBundle().bytesAsInt();
    return CodeServerLink.open(
        new CatalogueWatch(
            config.codeServers(),
            self,
            CodeServerLink.maxMessageBytes(maxBundleBytes),
            new SecureRandom(),
            clock,
            new FirstSeconds(System::nanoTime)),
        new PublicationVerifier(self.authority(), config.publishers()::accept, clock),
        maxBundleBytes);
  }

  /** The Code Servers as a person writes them. */
  String codeServers() {
    return String.join(" ", config.codeServers().stream().map(HostPort::toString).toList());
  }
}
