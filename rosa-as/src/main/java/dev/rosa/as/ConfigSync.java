package dev.rosa.as;

import dev.rosa.as.policy.Origin;
import dev.rosa.as.policy.Rule;
import dev.rosa.as.policy.RulePrefix;
import dev.rosa.as.records.DeclaredConfiguration;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigFile;
import dev.rosa.config.ConfigPlace;
import dev.rosa.keys.CodeDigest;
import dev.rosa.storage.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Synchronisation of the storage with the users, codes and rules of the configuration, in one
 * transaction. Declared entries are there, entries that are no longer declared are gone, and
 * entries made by command stay.
 */
final class ConfigSync {
  /** A larger file is no bundle that any Code Server would take. */
  private static final int MAX_BUNDLE_BYTES = 64 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(ConfigSync.class);

  private final AuthorizationServerConfig config;
  private final Map<String, CodeDigest> digests;

  private ConfigSync(AuthorizationServerConfig config, Map<String, CodeDigest> digests) {
    this.config = config;
    this.digests = digests;
  }

  /** Takes the digests of the bundles that a configuration names; reports those it cannot read. */
  static ConfigSync prepare(ConfigFile<AuthorizationServerConfig> file) {
    Map<String, CodeDigest> digests = new LinkedHashMap<>();
    List<AuthorizationServerConfig.CodeEntry> codes = file.value().codes().code();
    for (int i = 0; i < codes.size(); i++) {
      AuthorizationServerConfig.CodeEntry code = codes.get(i);
      if (code.digest() != null) {
        digests.put(code.name(), CodeDigest.ofHex(code.digest()));
      } else if (code.bundle() != null) {
        ConfigPlace place = file.at("codes").at("code", i).at("bundle");
        place
            .read(() -> digestOf(code.bundle()))
            .ifPresent(digest -> digests.put(code.name(), digest));
      }
    }
    return new ConfigSync(file.value(), digests);
  }

  /**
   * The digest of a bundle file.
   *
   * @throws ConfigException in one line that begins with the file, if it is none
   */
  static CodeDigest digestOf(Path bundle) throws ConfigException {
    if (!Files.isRegularFile(bundle)) {
      throw new ConfigException(bundle + ": no such file, expected a code bundle");
    }
    try (InputStream in = Files.newInputStream(bundle)) {
      byte[] bytes = in.readNBytes(MAX_BUNDLE_BYTES + 1);
      if (bytes.length > MAX_BUNDLE_BYTES) {
        throw new ConfigException(bundle + ": is larger than any bundle, expected at most 64MiB");
      }
      return CodeBundle.open(bytes, BundleLimits.defaults().withBundleBytes(MAX_BUNDLE_BYTES))
          .digest();
    } catch (BundleException e) {
      throw new ConfigException(
          bundle + ": is no code bundle, expected a jar (" + e.getMessage() + ")", e);
    } catch (IOException e) {
      throw new ConfigException(
          bundle + ": the bundle cannot be read, expected a jar (" + e.getMessage() + ")", e);
    }
  }

  /**
   * Makes what is declared so.
   *
   * @param declarer server or command, for the log of another one
   */
  void apply(Storage storage, AuthorizationRecords records, String declarer) {
    Optional<String> other =
        storage.inTransaction(
            handle -> {
              put(handle, records);
              return DeclaredConfiguration.declare(handle, declarer, digest());
            });
    other.ifPresent(
        name ->
            LOG.warn(
                "{} has declared other users, codes or rules than this server: those of this"
                    + " server's configuration are in force now. Servers on one database are to"
                    + " declare the same",
                name));
  }

  /** All that is declared, in hexadecimal digits of its SHA-256. */
  private String digest() {
    StringBuilder all = new StringBuilder();
    config.users().user().forEach(user -> all.append(user).append('\n'));
    digests.forEach(
        (name, digest) -> all.append(name).append('=').append(digest.hex()).append('\n'));
    rules().forEach(rule -> all.append(rule).append('\n'));
    return CodeDigest.ofBundle(all.toString().getBytes(StandardCharsets.UTF_8)).hex();
  }

  private void put(Handle handle, AuthorizationRecords records) {
    records.users().deactivateConfigured(handle);
    records.codes().deactivateConfigured(handle);
    for (AuthorizationServerConfig.UserEntry user : config.users().user()) {
      records.users().put(handle, user.name(), Origin.CONFIG);
    }
    digests.forEach((name, digest) -> records.codes().put(handle, name, digest, Origin.CONFIG));
    records.rules().configure(handle, rules());
  }

  private List<Rule> rules() {
    return config.rules().rule().stream().map(ConfigSync::rule).toList();
  }

  private static Rule rule(AuthorizationServerConfig.RuleEntry entry) {
    return new Rule(
        0,
        entry.user(),
        entry.code(),
        RulePrefix.check(entry.from()),
        RulePrefix.check(entry.to()),
        entry.maxWindow(),
        entry.grant(),
        entry.quota(),
        Origin.CONFIG);
  }
}
