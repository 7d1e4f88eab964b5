package dev.rosa.codeserver;

import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigFile;
import dev.rosa.config.ConfigPlace;
import dev.rosa.config.Problems;
import dev.rosa.identity.ConfiguredIdentity;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.serving.AddressCheck;
import dev.rosa.storage.Storage;
import dev.rosa.storage.StorageOwner;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checked configuration of a Code Server with all that it names, before it serves.
 *
 * @param config what the file says
 * @param self who the server is
 */
record CodeServerSetup(CodeServerConfig config, Identity self) {

  private static final Logger LOG = LoggerFactory.getLogger(CodeServerSetup.class);

  /**
   * Reads a configuration and what it names, for a server that is about to run; logs warnings.
   *
   * @throws ConfigException with a line for each mistake
   */
  static CodeServerSetup load(Path file) throws ConfigException {
    return Problems.load(file, problems -> read(file, problems), LOG);
  }

  /** Reads a configuration and what it names, reports, and does nothing else. */
  static void validate(Path file, Problems problems) {
    Optional<CodeServerSetup> unused = read(file, problems);
  }

  /** Reports, with the line of its key, a storage that no server can start on. */
  private void look(ConfigFile<CodeServerConfig> file) {
    ConfigPlace place = file.at("storage");
    boolean isWrong = place.hasMistake() || file.at("storage-key").hasMistake();
    if (config.storage() != null && !isWrong) {
      place.check(() -> Storage.look(config.storage(), CodeRepository.TABLES, owner(self)));
    }
  }

  /** The domain of an identity, as the storage knows it. */
  static StorageOwner owner(Identity self) {
    return StorageOwner.of(self.id().domain(), self.authority());
  }

  private static Optional<CodeServerSetup> read(Path file, Problems problems) {
    return CodeServerConfig.read(file, problems).flatMap(CodeServerSetup::looked);
  }

  private static Optional<CodeServerSetup> looked(ConfigFile<CodeServerConfig> file) {
    Optional<CodeServerSetup> setup = of(file);
    setup.ifPresent(known -> known.look(file));
    return setup;
  }

  private static Optional<CodeServerSetup> of(ConfigFile<CodeServerConfig> file) {
    CodeServerConfig config = file.value();
    Optional<Identity> self =
        ConfiguredIdentity.load(file.at("identity"), config.identity(), Role.CODESERVER);
    if (config.storage() != null) {
      file.at("storage").check(() -> Storage.check(config.storage(), CodeRepository.TABLES));
      file.at("storage-key").check(() -> Storage.checkKey(config.storage()));
    }
    AddressCheck addresses = new AddressCheck();
    addresses.own(file.at("listen"), config.listen());
    addresses.own(file.at("status"), config.status());
    addresses.report();
    return self.map(known -> new CodeServerSetup(config, known));
  }
}
