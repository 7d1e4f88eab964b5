package dev.rosa.codeserver;

import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigPlace;
import dev.rosa.config.RoleCommand;
import dev.rosa.identity.CertificateWatch;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import java.time.InstantSource;
import picocli.CommandLine.Command;

/**
 * The Code Server's command line: serves, or administers the same storage with {@code code},
 * whether a server runs or not.
 */
@Command(
    name = "rosa-codeserver",
    description =
        "Stores active code and gives it to the routers that may have it; without a command it"
            + " serves.",
    subcommands = CodeCommands.class,
    footer = {
      "",
      "Examples:",
      "  ./rosa codeserver --config config/codeserver.xml",
      "  ./rosa codeserver --config config/codeserver.xml --validate",
      "  ./rosa codeserver --config config/codeserver.xml code list"
    })
final class CodeServerCommand extends RoleCommand {

  @Override
  protected void validate() throws ConfigException, StorageException {
    CodeServerConfig loaded = CodeServerConfig.load(config);
    identityOf(loaded);
    CodeStorage.check(loaded.storage());
  }

  @Override
  protected AutoCloseable start() throws Exception {
    CodeServerConfig loaded = CodeServerConfig.load(config);
    Identity self = identityOf(loaded);
    CodeServer running = CodeServer.start(loaded, self, InstantSource.system());
    CertificateWatch watch = CertificateWatch.start(self.certificate(), InstantSource.system());
    return () -> {
      watch.close();
      running.close();
    };
  }

  private Identity identityOf(CodeServerConfig loaded) throws ConfigException {
    try {
      return Identity.load(loaded.identity(), InstantSource.system(), Role.CODESERVER);
    } catch (IdentityException e) {
      String where = ConfigPlace.of(config, "identity");
      throw new ConfigException(where + ": <identity>: " + e.getMessage(), e);
    }
  }

  /** The work of an administration command on the codes. */
  interface Administration {
    void on(CodeRepository codes) throws StorageException;
  }

  /** Opens the storage for one administration command. */
  void administer(Administration administration) throws ConfigException, StorageException {
    CodeServerConfig loaded = CodeServerConfig.load(config);
    try (CodeStorage storage = CodeStorage.open(loaded.storage())) {
      NameOwners names = new NameOwners(loaded.publishersByName(), loaded.publisherQuota());
      try {
        administration.on(new CodeRepository(storage, names));
      } catch (RuntimeException e) {
        throw storage.trouble(e);
      }
    }
  }

  /** Prints one line of a result. */
  void print(String line) {
    out().println(line);
  }
}
