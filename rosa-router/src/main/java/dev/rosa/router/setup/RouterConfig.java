package dev.rosa.router.setup;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.rosa.config.BadValueException;
import dev.rosa.config.ByteSize;
import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigFile;
import dev.rosa.config.ConfigPlace;
import dev.rosa.config.Durations;
import dev.rosa.config.HostPort;
import dev.rosa.config.IpPrefix;
import dev.rosa.config.Problems;
import dev.rosa.config.XmlConfig;
import dev.rosa.domainstate.RouterSkew;
import dev.rosa.firewall.divert.Interfaces;
import dev.rosa.wire.active.Suite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The Active Router's configuration; {@code config/router.xml} explains every key.
 *
 * @param identity path prefix of the router's identity
 * @param codeServer Code Servers, separated by spaces, the preferred one first
 * @param providers which provider serves which suite; null: the JDK's own
 * @param status where status and metrics are served
 * @param statusNames names that the status may be asked for, separated by spaces; null: none
 * @param domain how packets are judged
 * @param publishers whose publications are accepted
 * @param maxBundle largest code bundle
 * @param code largest budgets of code, and how often it may fail
 * @param packets how packets are taken
 * @param sessions how many sessions are remembered
 * @param state folder that keeps the domain's last state; null: beside the record of sessions, or
 *     none without that
 * @param stale whether active packets are dropped while the domain's state has ended: {@code
 *     continue} or {@code drop}
 * @param parking how many packets wait for a fetch
 * @param interfaces the kernel's network; null: none
 * @param overlay links over UDP; null: none
 * @param firewall the plane that is told of dropped packets; null: none
 * @param prewarm what is done before the router is ready
 */
public record RouterConfig(
    Path identity,
    String codeServer,
    Path providers,
    HostPort status,
    String statusNames,
    Domain domain,
    Publishers publishers,
    ByteSize maxBundle,
    CodeBounds code,
    Packets packets,
    Sessions sessions,
    Path state,
    String stale,
    Parked parking,
    Interfaces interfaces,
    Overlay overlay,
    Firewall firewall,
    Prewarm prewarm) {

  private static final String SCHEMA = "dev/rosa/router/router.xsd";
  private static final HostPort DEFAULT_STATUS = new HostPort("127.0.0.1", 9101);
  private static final int DEFAULT_OVERLAY_PORT = 3323;
  private static final ByteSize DEFAULT_MAX_BUNDLE = new ByteSize(1 << 20);
  private static final long LEAST_BUNDLE = 1 << 10;
  private static final long MOST_BUNDLE = 16 << 20;

  /** More than a session with any provider's keys takes. */
  private static final long LEAST_BYTES_PER_SESSION = 4 << 10;

  public RouterConfig {
    status = status == null ? DEFAULT_STATUS : status;
    domain = domain == null ? new Domain(null, null, null, null, null, null) : domain;
    publishers = publishers == null ? new Publishers(null) : publishers;
    maxBundle = maxBundle == null ? DEFAULT_MAX_BUNDLE : maxBundle;
    code = code == null ? new CodeBounds(null, null, null, null) : code;
    packets = packets == null ? new Packets(null, null, null) : packets;
    sessions = sessions == null ? new Sessions(null, null, null) : sessions;
    state = state == null ? sessions.stateFolder() : state;
    parking = parking == null ? new Parked(null, null, null) : parking;
    prewarm = prewarm == null ? new Prewarm(null, null) : prewarm;
    if (maxBundle.bytes() < LEAST_BUNDLE || maxBundle.bytes() > MOST_BUNDLE) {
      throw new BadValueException(
          "max-bundle", "is " + maxBundle + ", expected a size from 1KiB to 16MiB");
    }
    requireCodeServers(codeServer);
    // A session that made room while packets of it are on their way could be replayed.
    if (sessions.max() < packets.batch()) {
      throw new BadValueException(
          "sessions/max",
          "is %d and <packets batch> %d, expected at least as many"
              .formatted(sessions.max(), packets.batch()));
    }
    long leastBytes = packets.batch() * LEAST_BYTES_PER_SESSION;
    if (sessions.maxBytes().bytes() < leastBytes) {
      throw new BadValueException(
          "sessions/max-bytes",
          "is %s and <packets batch> %d, expected at least %s for so many"
              .formatted(sessions.maxBytes(), packets.batch(), new ByteSize(leastBytes)));
    }
  }

  private static void requireCodeServers(String codeServer) {
    try {
      Stream.ofNullable(codeServer).flatMap(RouterConfig::words).forEach(HostPort::parse);
    } catch (IllegalArgumentException e) {
      throw new BadValueException("code-server", "has " + e.getMessage());
    }
  }

  /**
   * Reads and checks a file.
   *
   * @throws ConfigException with a line for each mistake
   */
  public static RouterConfig load(Path file) throws ConfigException {
    Problems problems = new Problems(file);
    Optional<ConfigFile<RouterConfig>> read = read(file, problems);
    problems.requireNoErrors();
    return read.orElseThrow().value();
  }

  /**
   * Reads and checks a file, and reports mistakes; a required key that is wrong is null.
   *
   * @return empty if no part of the file can be used
   */
  static Optional<ConfigFile<RouterConfig>> read(Path file, Problems problems) {
    Optional<ConfigFile<RouterConfig>> read =
        XmlConfig.read(file, SCHEMA, RouterConfig.class, problems);
    read.map(ConfigFile::root).ifPresent(RouterConfig::requireOneWayIn);
    return read;
  }

  /** A session that could come by both would have two replay windows. */
  private static void requireOneWayIn(ConfigPlace root) {
    boolean hasInterfaces = root.gives("interfaces");
    if (hasInterfaces == root.gives("overlay")) {
      root.mistake(
          "there is %s, expected one of them"
              .formatted(
                  hasInterfaces
                      ? "both <interfaces> and <overlay>"
                      : "neither <interfaces> nor <overlay>"));
    }
  }

  /** The Code Servers, the preferred one first; at least one. */
  List<HostPort> codeServers() {
    return words(codeServer).map(HostPort::parse).toList();
  }

  /** True if active packets are dropped while the domain's state has ended. */
  boolean dropsWhenStale() {
    return "drop".equals(stale);
  }

  /** The UDP port of overlay datagrams, also in a capture from elsewhere. */
  public int overlayPort() {
    return overlay == null ? DEFAULT_OVERLAY_PORT : overlay.listen().port();
  }

  private static Stream<String> words(String text) {
    return Stream.of(text.strip().split("\\s+"));
  }

  /**
   * Rules for active packets.
   *
   * @param skew tolerance between clocks
   * @param suites accepted suites, separated by spaces; null: the default ones
   * @param leastHopLimit TTL or hop limit that active packets must arrive with
   * @param foreignDomain {@code forward} or {@code drop}
   * @param refusedCode {@code forward} or {@code drop}
   * @param behindHeaders {@code forward} or {@code drop}
   */
  record Domain(
      Duration skew,
      String suites,
      Integer leastHopLimit,
      String foreignDomain,
      String refusedCode,
      String behindHeaders) {

    private static final Duration DEFAULT_SKEW = Duration.ofSeconds(2);
    private static final int DEFAULT_LEAST_HOP_LIMIT = 16;

    Domain {
      skew = skew == null ? DEFAULT_SKEW : skew;
      leastHopLimit = leastHopLimit == null ? DEFAULT_LEAST_HOP_LIMIT : leastHopLimit;
      if (skew.compareTo(RouterSkew.MOST) > 0) {
        throw new BadValueException(
            "skew",
            "is %s, expected a time of at most %s"
                .formatted(Durations.format(skew), Durations.format(RouterSkew.MOST)));
      }
    }

    /** The suites that are accepted. */
    Set<Suite> acceptedSuites() {
      EnumSet<Suite> accepted = EnumSet.noneOf(Suite.class);
      if (suites == null) {
        Stream.of(Suite.values()).filter(Suite::allowedByDefault).forEach(accepted::add);
      } else {
        words(suites).map(name -> Suite.byName(name).orElseThrow()).forEach(accepted::add);
      }
      return accepted;
    }

    /** True if packets of other domains are dropped. */
    boolean dropsForeignDomain() {
      return "drop".equals(foreignDomain);
    }

    /** True if packets whose code this router may not have are dropped. */
    boolean dropsRefusedCode() {
      return "drop".equals(refusedCode);
    }

    /** True if IPv6 packets with further extension headers in front of UDP are dropped. */
    boolean dropsBehindHeaders() {
      return "drop".equals(behindHeaders);
    }
  }

  /**
   * Users whose signed publications are accepted.
   *
   * @param names empty: any user of the domain
   */
  record Publishers(@JsonProperty("publisher") List<String> names) {
    Publishers {
      names = names == null ? List.of() : List.copyOf(names);
    }

    /** True if code that this user signed may run here. */
    boolean accept(String user) {
      return names.isEmpty() || names.contains(user);
    }
  }

  /**
   * Limits on the packets that are taken.
   *
   * @param batch packets worked on together
   * @param maxSize the longest IP packet
   * @param unverified packets of sessions that are not live, per second, that are checked
   */
  public record Packets(Integer batch, ByteSize maxSize, Integer unverified) {

    private static final int DEFAULT_BATCH = 64;
    private static final int MOST_BATCH = 1024;
    private static final ByteSize DEFAULT_MAX_SIZE = new ByteSize(9 << 10);
    private static final int DEFAULT_UNVERIFIED = 50_000;
    private static final int LEAST_BYTES = 576;
    private static final int MOST_BYTES = 65_535;

    public Packets {
      batch = batch == null ? DEFAULT_BATCH : batch;
      maxSize = maxSize == null ? DEFAULT_MAX_SIZE : maxSize;
      unverified = unverified == null ? DEFAULT_UNVERIFIED : unverified;
      if (batch > MOST_BATCH) {
        throw new BadValueException(
            "batch", "is %d, expected 1 to %d".formatted(batch, MOST_BATCH));
      }
      if (maxSize.bytes() < LEAST_BYTES || maxSize.bytes() > MOST_BYTES) {
        throw new BadValueException(
            "max-size",
            "is %s, expected a size from %dB to %dB".formatted(maxSize, LEAST_BYTES, MOST_BYTES));
      }
    }
  }

  /**
   * Limits on the sessions that are remembered, and the record of their replay windows.
   *
   * @param max at most; not fewer than packets are worked on together
   * @param maxBytes that they and their keys take at most
   * @param record file of the replay windows that outlives the router; null: none
   */
  public record Sessions(Integer max, ByteSize maxBytes, Path record) {

    private static final int DEFAULT_MAX = 65_536;
    private static final int MOST_MAX = 1 << 24;
    private static final ByteSize DEFAULT_MAX_BYTES = new ByteSize(1L << 30);

    public Sessions {
      max = max == null ? DEFAULT_MAX : max;
      maxBytes = maxBytes == null ? DEFAULT_MAX_BYTES : maxBytes;
      if (max > MOST_MAX) {
        throw new BadValueException("max", "is %d, expected 1 to %d".formatted(max, MOST_MAX));
      }
    }

    /** The folder beside the record that keeps the domain's state; null without a record. */
    private Path stateFolder() {
      return beside(".state");
    }

    /** The folder beside the record by which an operator lets codes run again; null as above. */
    public Path resumeFolder() {
      return beside(".resume");
    }

    private Path beside(String ending) {
      return record == null ? null : record.resolveSibling(record.getFileName() + ending);
    }
  }

  /**
   * Packets that wait while something is fetched.
   *
   * @param perCode for one code
   * @param total for all
   * @param timeout how long one waits
   */
  public record Parked(Integer perCode, Integer total, Duration timeout) {

    private static final int DEFAULT_PER_CODE = 256;
    private static final int DEFAULT_TOTAL = 4096;
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration MOST_TIMEOUT = Duration.ofMinutes(1);

    public Parked {
      perCode = perCode == null ? DEFAULT_PER_CODE : perCode;
      total = total == null ? DEFAULT_TOTAL : total;
      timeout = timeout == null ? DEFAULT_TIMEOUT : timeout;
      if (perCode > total) {
        throw new BadValueException(
            "per-code", "is %d and total %d, expected at most as many".formatted(perCode, total));
      }
      if (timeout.compareTo(MOST_TIMEOUT) > 0) {
        throw new BadValueException(
            "timeout",
            "is %s, expected a time of at most %s"
                .formatted(Durations.format(timeout), Durations.format(MOST_TIMEOUT)));
      }
    }
  }

  /**
   * The links.
   *
   * @param listen where datagrams arrive
   * @param routes which node is next
   */
  record Overlay(HostPort listen, @JsonProperty("route") List<Route> routes) {
    Overlay {
      routes = routes == null ? List.of() : List.copyOf(routes);
      Set<IpPrefix> seen = new HashSet<>();
      for (int i = 0; i < routes.size(); i++) {
        IpPrefix to = routes.get(i).to();
        if (to != null && !seen.add(to)) {
          throw new BadValueException(
              "route[" + i + "]/to",
              "is %s, to which another route leads, expected one route to it".formatted(to));
        }
      }
    }
  }

  /**
   * A way to a block of addresses.
   *
   * @param to the block
   * @param via the next node
   */
  record Route(IpPrefix to, HostPort via) {
    Route {
      if (via != null && via.port() == 0) {
        throw new BadValueException("via", "has port 0, expected 1 to 65535");
      }
    }
  }
}
