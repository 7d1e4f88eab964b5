package dev.rosa.as;

import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigFile;
import dev.rosa.config.ConfigPlace;
import dev.rosa.config.HostPort;
import dev.rosa.config.Problems;
import dev.rosa.identity.ConfiguredIdentity;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.serving.AddressCheck;
import dev.rosa.signature.SignatureVerifier;
import dev.rosa.storage.Storage;
import dev.rosa.storage.StorageOwner;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checked configuration of an Authorization Server with all that it names, before it serves.
 *
 * @param config what the file says
 * @param self who the server is
 * @param signatures the check of signatures, by a provider that was tried
 * @param declared users, codes and rules of the file
 */
record AuthorizationServerSetup(
    AuthorizationServerConfig config,
    Identity self,
    SignatureVerifier signatures,
    ConfigSync declared) {

  private static final Logger LOG = LoggerFactory.getLogger(AuthorizationServerSetup.class);

  /**
   * Reads a configuration and what it names, for a server that is about to run; logs warnings.
   *
   * @throws ConfigException with a line for each mistake
   */
  static AuthorizationServerSetup load(Path file) throws ConfigException {
    return Problems.load(file, problems -> read(file, problems), LOG);
  }

  /** Reads a configuration and what it names, reports, and does nothing else. */
  static void validate(Path file, Problems problems) {
    Optional<AuthorizationServerSetup> unused = read(file, problems);
  }

  /** Reports, with the line of its key, a storage that no server can start on. */
  private void look(ConfigFile<AuthorizationServerConfig> file) {
    ConfigPlace place = file.at("storage");
    boolean isWrong = place.hasMistake() || file.at("storage-key").hasMistake();
    if (config.storage() != null && !isWrong) {
      place.check(() -> Storage.look(config.storage(), AuthorizationRecords.TABLES, owner(self)));
    }
  }

  /** The domain of an identity, as the storage knows it. */
  static StorageOwner owner(Identity self) {
    return StorageOwner.of(self.id().domain(), self.authority());
  }

  private static Optional<AuthorizationServerSetup> read(Path file, Problems problems) {
    return AuthorizationServerConfig.read(file, problems).flatMap(AuthorizationServerSetup::looked);
  }

  private static Optional<AuthorizationServerSetup> looked(
      ConfigFile<AuthorizationServerConfig> file) {
    Optional<AuthorizationServerSetup> setup = of(file);
    setup.ifPresent(known -> known.look(file));
    return setup;
  }

  private static Optional<AuthorizationServerSetup> of(ConfigFile<AuthorizationServerConfig> file) {
    AuthorizationServerConfig config = file.value();
    Optional<Identity> self =
        ConfiguredIdentity.load(file.at("identity"), config.identity(), Role.AS);
    if (config.storage() != null) {
      file.at("storage").check(() -> Storage.check(config.storage(), AuthorizationRecords.TABLES));
      file.at("storage-key").check(() -> Storage.checkKey(config.storage()));
    }
    Optional<SignatureVerifier> signatures =
        file.at("signatures").read(config.signatures()::verifier);
    ConfigSync declared = ConfigSync.prepare(file);
    checkAddresses(file);
    return self.flatMap(
        known ->
            signatures.map(
                checks -> new AuthorizationServerSetup(config, known, checks, declared)));
  }

  private static void checkAddresses(ConfigFile<AuthorizationServerConfig> file) {
    AuthorizationServerConfig config = file.value();
    AddressCheck addresses = new AddressCheck();
    addresses.own(file.at("listen"), config.listen());
    addresses.own(file.at("status"), config.status());
    ConfigPlace place = file.at("code-servers");
    List<HostPort> codeServers = config.codeServers().codeServer();
    for (int i = 0; i < codeServers.size(); i++) {
      addresses.peer(place.at("code-server", i), codeServers.get(i));
    }
    addresses.report();
  }
}
