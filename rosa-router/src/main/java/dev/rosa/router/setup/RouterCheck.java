package dev.rosa.router.setup;

import dev.rosa.config.ConfigFile;
import dev.rosa.config.ConfigPlace;
import dev.rosa.config.HostPort;
import dev.rosa.config.IpLiteral;
import dev.rosa.config.Problems;
import dev.rosa.firewall.divert.Interfaces;
import dev.rosa.identity.ConfiguredIdentity;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.kernel.link.LinkStates;
import dev.rosa.packetio.RouteTable;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.router.catalogue.KeptState;
import dev.rosa.router.session.ReplayRecords;
import dev.rosa.router.setup.RouterConfig.Overlay;
import dev.rosa.router.setup.RouterConfig.Route;
import dev.rosa.serving.AddressCheck;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Check of a router's configuration against its surroundings: the files, identity, providers and
 * addresses that it names. Reports at the key's place and changes nothing. One thread's.
 */
public final class RouterCheck {

  private final ConfigFile<RouterConfig> file;
  private final RouterConfig config;

  private RouterCheck(ConfigFile<RouterConfig> file) {
    this.file = file;
    this.config = file.value();
  }

  /** Reads a file; empty if no part of it can be used, which is reported. */
  public static Optional<RouterCheck> read(Path file, Problems problems) {
    return RouterConfig.read(file, problems).map(RouterCheck::new);
  }

  /** The configuration. */
  public RouterConfig config() {
    return config;
  }

  /**
   * Looks at every file that is named, and measures nothing.
   *
   * @return the router's identity; empty after an error
   */
  public Optional<Identity> checkFiles() {
    return checkFiles(false);
  }

  /** As above, and reads what a start reads when it opens it. */
  void readFiles() {
    Optional<Identity> unused = checkFiles(true);
  }

  private Optional<Identity> checkFiles(boolean contents) {
    Optional<Identity> self = identity();
    checkRecords(contents);
    Optional<ProviderRegistry> unused = providers(false);
    return self;
  }

  /** The router's identity; empty after an error. */
  Optional<Identity> identity() {
    return ConfiguredIdentity.load(file.at("identity"), config.identity(), Role.ROUTER);
  }

  /** Looks whether the record of replay windows and the domain's state can be kept. */
  void checkRecords() {
    checkRecords(false);
  }

  /** A start reads the record when it opens it. */
  private void checkRecords(boolean contents) {
    Path record = config.sessions().record();
    if (record != null) {
      file.at("sessions")
          .at("record")
          .check(
              () -> {
                ReplayRecords.check(record);
                if (contents) {
                  ReplayRecords.checkContents(record);
                }
              });
    }
    // Without a folder of its own the state lies beside the record.
    if (file.root().gives("state")) {
      file.at("state").check(() -> KeptState.check(config.state()));
    }
  }

  /**
   * Brings the providers up; empty after an error.
   *
   * @param serving whether a router is about to run: if not, nothing is measured
   */
  Optional<ProviderRegistry> providers(boolean serving) {
    if (config.providers() == null) {
      return Optional.of(ProviderRegistry.builtIn());
    }
    Problems ofProviders = new Problems(config.providers());
    Optional<ProviderRegistry> providers =
        ProviderRegistry.read(config.providers(), serving, ofProviders);
    file.at("providers").add(ofProviders);
    return providers;
  }

  /** The routes of the overlay; waits for names as long as the system does. */
  RouteTable routes() {
    List<RouteTable.Route> routes = new ArrayList<>();
    for (int i = 0; i < overlayRoutes().size(); i++) {
      Route route = overlayRoutes().get(i);
      InetSocketAddress next = route.via().toSocketAddress();
      if (next.isUnresolved()) {
        place(i).at("via").error("is %s, an unknown host".formatted(route.via()));
      } else {
        routes.add(new RouteTable.Route(route.to().address(), route.to().lengthBits(), next));
      }
    }
    return new RouteTable(routes);
  }

  private List<Route> overlayRoutes() {
    return config.overlay() == null ? List.of() : config.overlay().routes();
  }

  private ConfigPlace place(int route) {
    return file.at("overlay").at("route", route);
  }

  /**
   * Looks at addresses and names, for two seconds at most.
   *
   * @param serving whether a router is about to run, which looks up the names of its routes itself
   */
  void checkAddresses(boolean serving) {
    AddressCheck addresses = new AddressCheck();
    addresses.own(file.at("status"), config.status());
    if (config.overlay() != null) {
      addresses.own(file.at("overlay").at("listen"), config.overlay().listen());
    }
    if (config.codeServer() != null) {
      config.codeServers().forEach(each -> addresses.peer(file.at("code-server"), each));
    }
    for (int i = 0; i < overlayRoutes().size() && !serving; i++) {
      addresses.required(place(i).at("via"), overlayRoutes().get(i).via());
    }
    addresses.report();
  }

  /** Warns of what a router starts with, but not as the operator may expect. */
  void warn() {
    warnOfSuites();
    if (config.interfaces() != null) {
      warnOfInterfaces(file.at("interfaces"), config.interfaces());
    }
    if (config.overlay() != null && config.overlay().listen() != null) {
      warnOfRoutes(config.overlay());
    }
  }

  private void warnOfSuites() {
    if (config.domain().acceptedSuites().stream().noneMatch(Suite::allowedByDefault)) {
      file.at("domain")
          .at("suites")
          .warn(
              "has only suites with MD5 or SHA1, which are there for comparison, expected one of"
                  + " those accepted by default as well");
    }
  }

  private static void warnOfInterfaces(ConfigPlace place, Interfaces interfaces) {
    try (LinkStates links = LinkStates.open()) {
      for (int i = 0; i < interfaces.divert().size(); i++) {
        warnUnlessThere(place.at("divert", i), interfaces.divert().get(i), links);
      }
      if (interfaces.assistant().isElsewhere()) {
        warnUnlessThere(
            place.at("assistant").at("interface"), interfaces.assistant().onInterface(), links);
      }
    } catch (IOException e) {
      // Without an answer of the kernel there is nothing to warn of.
    }
  }

  private static void warnUnlessThere(ConfigPlace place, String name, LinkStates links)
      throws IOException {
    if (links.of(name).index() == 0) {
      place.warn("is '%s', expected an interface that \"ip link\" shows here".formatted(name));
    }
  }

  private void warnOfRoutes(Overlay overlay) {
    for (int i = 0; i < overlay.routes().size(); i++) {
      HostPort via = overlay.routes().get(i).via();
      if (via != null && leadsTo(via, overlay.listen())) {
        place(i)
            .at("via")
            .warn("is %s, where this router listens itself, expected another node".formatted(via));
      }
    }
  }

  private static boolean leadsTo(HostPort via, HostPort listen) {
    if (via.port() != listen.port()) {
      return false;
    }
    try {
      return via.host().equals(listen.host())
          || (IpLiteral.parse(listen.host()).isAnyLocalAddress()
              && AddressCheck.isOwn(IpLiteral.parse(via.host())));
    } catch (IllegalArgumentException e) {
      // Two names, or a name and an address: each may stand for another machine.
      return false;
    }
  }
}
