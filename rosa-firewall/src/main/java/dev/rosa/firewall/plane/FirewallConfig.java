package dev.rosa.firewall.plane;

import dev.rosa.config.BadValueException;
import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigFile;
import dev.rosa.config.HostPort;
import dev.rosa.config.Problems;
import dev.rosa.config.StorageLocation;
import dev.rosa.config.XmlConfig;
import dev.rosa.evidence.Proof;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.firewall.plane.layer.xdp.XdpSettings;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The firewall plane's configuration; {@code firewall.xsd} has every key.
 *
 * @param storage its database
 * @param operators socket of the operators' commands
 * @param reporters socket of the reporters, and who may claim which proof
 * @param layers where and how bans are put in force
 * @param allow sources that are never banned
 * @param policy how evidence becomes bans
 * @param status where status and metrics are served; null: nowhere
 * @param statusNames names that the status may be asked for, separated by spaces; null: none
 */
record FirewallConfig(
    StorageLocation storage,
    Operators operators,
    Reporters reporters,
    Layers layers,
    Allow allow,
    PolicyConfig policy,
    HostPort status,
    String statusNames) {

  private static final String SCHEMA = "dev/rosa/firewall/plane/firewall.xsd";

  /** Other than {@code lift}. */
  private static final String KEEP = "keep";

  private static final String OFF = "off";

  FirewallConfig {
    if (storage != null && storage.file().isEmpty()) {
      throw new BadValueException("storage", "is '" + storage + "', expected a file");
    }
    layers = layers == null ? new Layers(null, null, null, null, null, null) : layers;
    allow = allow == null ? new Allow(null) : allow;
    policy = policy == null ? PolicyConfig.DEFAULT : policy;
  }

  static FirewallConfig load(Path file) throws ConfigException {
    return XmlConfig.load(file, SCHEMA, FirewallConfig.class);
  }

  /**
   * Reads the file as {@link #load} does, and reports mistakes; a required key that is wrong is
   * null.
   *
   * @return empty if no part of the file can be used
   */
  static Optional<ConfigFile<FirewallConfig>> read(Path file, Problems problems) {
    return XmlConfig.read(file, SCHEMA, FirewallConfig.class, problems);
  }

  /** Socket of the operators' commands. */
  record Operators(Path socket) {}

  /** Socket of the reporters, and who may claim which proof. */
  record Reporters(Path socket, List<Reporter> reporter) {
    Reporters {
      reporter = reporter == null ? List.of() : List.copyOf(reporter);
    }

    /** Proofs by the Unix user that may claim them. */
    Map<String, Set<Proof>> proofs() {
      Map<String, Set<Proof>> proofs = new LinkedHashMap<>();
      reporter.forEach(each -> proofs.put(each.user(), each.claimable()));
      return proofs;
    }
  }

  /** A Unix user and the proofs that it may claim, separated by spaces. */
  record Reporter(String user, String proofs) {
    Set<Proof> claimable() {
      Set<Proof> claimable = EnumSet.noneOf(Proof.class);
      for (String word : proofs.strip().split(" +", -1)) {
        claimable.add(Proof.ofWord(word));
      }
      return claimable;
    }
  }

  /** Interfaces and ways by which bans are put in force. */
  record Layers(
      String name,
      Boolean macs,
      String xdp,
      String whenGone,
      Integer limitPerSecond,
      List<String> protect) {
    Layers {
      protect = protect == null ? List.of() : List.copyOf(protect);
      name = name == null ? "firewall" : name;
      macs = macs != null && macs;
      xdp = xdp == null ? OFF : xdp;
      whenGone = whenGone == null ? KEEP : whenGone;
      limitPerSecond = limitPerSecond == null ? 100 : limitPerSecond;
    }

    boolean isXdpWanted() {
      return !xdp.equals(OFF);
    }

    /** Where XDP is used. */
    XdpSettings xdpSettings(int mostBans) {
      return new XdpSettings(XdpSettings.Mode.valueOf(xdp.toUpperCase(Locale.ROOT)), mostBans);
    }

    LayerSettings settings() {
      LayerSettings.WhenGone gone =
          whenGone.equals(KEEP) ? LayerSettings.WhenGone.KEEP : LayerSettings.WhenGone.LIFT;
      return new LayerSettings(name, protect, macs, gone, limitPerSecond);
    }
  }

  /** Sources that are never banned. */
  record Allow(List<String> source) {
    Allow {
      source = source == null ? List.of() : List.copyOf(source);
      for (String each : source) {
        try {
          Source unused = Source.parse(each.strip());
        } catch (IllegalArgumentException e) {
          throw new BadValueException("source", "is '" + each.strip() + "': " + e.getMessage());
        }
      }
    }

    List<Source> sources() {
      return source.stream().map(each -> Source.parse(each.strip())).toList();
    }
  }
}
