package dev.rosa.codeserver;

import dev.rosa.config.AdministrationException;
import dev.rosa.config.ConfigException;
import dev.rosa.config.Problems;
import dev.rosa.config.RoleCommand;
import dev.rosa.identity.CertificateWatch;
import dev.rosa.storage.Storage;
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
  protected void validate(Problems problems) {
    CodeServerSetup.validate(config, problems);
  }

  @Override
  protected AutoCloseable start() throws Exception {
    CodeServerSetup setup = CodeServerSetup.load(config);
    CodeServer running = CodeServer.start(setup.config(), setup.self(), InstantSource.system());
    CertificateWatch watch =
        CertificateWatch.start(setup.self().certificate(), InstantSource.system());
    return () -> {
      watch.close();
      running.close();
    };
  }

  /** The work of an administration command on the codes. */
  interface Administration {
    void on(CodeRepository codes) throws AdministrationException;
  }

  /** Opens the storage for one administration command. */
  void administer(Administration administration) throws ConfigException, AdministrationException {
    CodeServerConfig loaded = CodeServerConfig.load(config);
    try (Storage storage = Storage.open(loaded.storage(), CodeRepository.MIGRATIONS)) {
      NameOwners names = new NameOwners(loaded.publishersByName(), loaded.publisherQuota());
      administration.on(new CodeRepository(storage, names));
    }
  }

  /** Prints one line of a result. */
  void print(String line) {
    out().println(line);
  }
}
