package dev.rosa.codeserver;

import dev.rosa.config.BadValueException;
import dev.rosa.config.ByteSize;
import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigFile;
import dev.rosa.config.HostPort;
import dev.rosa.config.Problems;
import dev.rosa.config.StorageKeyLocation;
import dev.rosa.config.StorageLocation;
import dev.rosa.config.XmlConfig;
import dev.rosa.serving.ConnectionLimits;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The Code Server's configuration; {@code config/codeserver.xml} explains every key.
 *
 * @param identity path prefix of the Code Server's identity
 * @param listen where it serves
 * @param storage its database, with the place of its key
 * @param storageKey place of the storage key; null: beside an SQLite file
 * @param connections what peers may take of connections and calls
 * @param status where status and metrics are served; null: nowhere
 * @param statusNames names that the status may be asked for, separated by spaces; null: none
 * @param maxBundle largest bundle that may be published
 * @param publishers users who may publish
 * @param names users who may publish under a name, where that is not who did so first
 * @param routers which router may have which code
 */
record CodeServerConfig(
    Path identity,
    HostPort listen,
    StorageLocation storage,
    StorageKeyLocation storageKey,
    ConnectionLimits connections,
    HostPort status,
    String statusNames,
    ByteSize maxBundle,
    Publishers publishers,
    Names names,
    Routers routers) {

  private static final String SCHEMA = "dev/rosa/codeserver/codeserver.xsd";
  private static final ByteSize DEFAULT_MAX_BUNDLE = new ByteSize(1 << 20);
  private static final long LEAST_BUNDLE = 1 << 10;
  private static final long MOST_BUNDLE = 16 << 20;

  CodeServerConfig {
    storage = storage == null ? null : storage.keyedBy(storageKey);
    connections = connections == null ? ConnectionLimits.DEFAULT : connections;
    maxBundle = maxBundle == null ? DEFAULT_MAX_BUNDLE : maxBundle;
    publishers = publishers == null ? new Publishers(null, null, null, null) : publishers;
    names = names == null ? new Names(null) : names;
    routers = routers == null ? new Routers(null) : routers;
    if (maxBundle.bytes() < LEAST_BUNDLE || maxBundle.bytes() > MOST_BUNDLE) {
      throw new BadValueException(
          "max-bundle", "is " + maxBundle + ", expected a size from 1KiB to 16MiB");
    }
  }

  static CodeServerConfig load(Path file) throws ConfigException {
    return XmlConfig.load(file, SCHEMA, CodeServerConfig.class);
  }

  /**
   * Reads the file as {@link #load} does, and reports mistakes; a required key that is wrong is
   * null.
   *
   * @return empty if no part of the file can be used
   */
  static Optional<ConfigFile<CodeServerConfig>> read(Path file, Problems problems) {
    return XmlConfig.read(file, SCHEMA, CodeServerConfig.class, problems);
  }

  PublisherQuota publisherQuota() {
    return new PublisherQuota(publishers.maxCodes(), publishers.maxNames(), publishers.maxStored());
  }

  Set<String> publisherNames() {
    return Set.copyOf(publishers.publisher());
  }

  /** Publishers by the name that is theirs. */
  Map<String, Set<String>> publishersByName() {
    Map<String, Set<String>> publishers = new LinkedHashMap<>();
    for (NameEntry entry : names.name()) {
      publishers.put(entry.of(), words(entry.publishers()));
    }
    return publishers;
  }

  /** Codes by the name of a router, as {@link RouterAuthorizer} takes them. */
  Map<String, Set<String>> codesByRouter() {
    Map<String, Set<String>> codes = new LinkedHashMap<>();
    for (RouterEntry entry : routers.router()) {
      codes.put(entry.name(), words(entry.codes()));
    }
    return codes;
  }

  private static Set<String> words(String list) {
    return Set.copyOf(List.of(list.strip().split(" +", -1)));
  }

  /** The users who may publish, and bounds for what each of them has here. */
  record Publishers(
      Integer maxCodes, Integer maxNames, ByteSize maxStored, List<String> publisher) {
    Publishers {
      maxCodes = maxCodes == null ? PublisherQuota.DEFAULT_MAX_CODES : maxCodes;
      maxNames = maxNames == null ? PublisherQuota.DEFAULT_MAX_NAMES : maxNames;
      maxStored = maxStored == null ? PublisherQuota.DEFAULT_MAX_STORED : maxStored;
      publisher = publisher == null ? List.of() : List.copyOf(publisher);
    }
  }

  /** The names that the operator gives to publishers. */
  record Names(List<NameEntry> name) {
    Names {
      name = name == null ? List.of() : List.copyOf(name);
    }
  }

  /** One code name and the names of its publishers separated by spaces. */
  record NameEntry(String of, String publishers) {}

  /** The routers that may have code. */
  record Routers(List<RouterEntry> router) {
    Routers {
      router = router == null ? List.of() : List.copyOf(router);
    }
  }

  /** One router, or {@code *}, and its codes separated by spaces, or {@code *}. */
  record RouterEntry(String name, String codes) {}
}
