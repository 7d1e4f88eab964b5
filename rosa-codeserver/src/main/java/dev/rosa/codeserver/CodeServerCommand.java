package dev.rosa.codeserver;

import dev.rosa.command.RoleCommand;
import dev.rosa.config.ConfigException;
import dev.rosa.config.Problems;
import dev.rosa.config.StorageLocation;
import dev.rosa.identity.ConfiguredIdentity;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.maintenance.BackupCommand;
import dev.rosa.maintenance.RekeyCommand;
import dev.rosa.maintenance.RestoreCommand;
import dev.rosa.maintenance.StoredRole;
import dev.rosa.role.AdministrationException;
import dev.rosa.storage.Storage;
import dev.rosa.storage.StorageOwner;
import dev.rosa.storage.Tables;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import picocli.CommandLine.Command;

/**
 * The Code Server's command line: it serves, or administers the same storage with {@code code},
 * also while a server runs. {@code backup}, {@code restore} and {@code rekey} are for the storage
 * as a whole.
 */
@Command(
    name = "rosa-codeserver",
    description =
        "Stores active code and gives it to the routers that may have it; without a command it"
            + " serves.",
    subcommands = {
      CodeCommands.class,
      BackupCommand.class,
      RestoreCommand.class,
      RekeyCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa codeserver --config config/codeserver.xml",
      "  ./rosa codeserver --config config/codeserver.xml --validate",
      "  ./rosa codeserver --config config/codeserver.xml code list",
      "  ./rosa codeserver --config config/codeserver.xml backup codeserver-monday.db"
    })
public final class CodeServerCommand extends RoleCommand implements StoredRole {

  /** Entry of {@code java -jar rosa-codeserver.jar}. */
  public static void main(String[] args) {
    run(new CodeServerCommand(), args);
  }

  @Override
  protected void validate(Problems problems) {
    CodeServerSetup.validate(config, problems);
  }

  @Override
  protected AutoCloseable start() throws ConfigException, IOException {
    return RunningCodeServer.start(CodeServerSetup.load(config), InstantSource.system());
  }

  /** The work of an administration command on the codes. */
  interface Administration {
    void on(CodeRepository codes) throws AdministrationException;
  }

  /** Opens the storage for one administration command. */
  void administer(Administration administration) throws ConfigException, AdministrationException {
    CodeServerConfig loaded = CodeServerConfig.load(config);
    try (Storage storage = Storage.open(loaded.storage(), CodeRepository.TABLES)) {
      NameOwners names = new NameOwners(loaded.publishersByName(), loaded.publisherQuota());
      administration.on(new CodeRepository(storage, names));
    }
  }

  @Override
  public StorageLocation storage() throws ConfigException {
    return CodeServerConfig.load(config).storage();
  }

  @Override
  public Tables tables() {
    return CodeRepository.TABLES;
  }

  @Override
  public StorageOwner owner() throws ConfigException {
    Problems problems = new Problems(config);
    Optional<Identity> self =
        CodeServerConfig.read(config, problems)
            .flatMap(
                file ->
                    ConfiguredIdentity.load(
                        file.at("identity"), file.value().identity(), Role.CODESERVER));
    problems.requireNoErrors();
    return CodeServerSetup.owner(self.orElseThrow());
  }
}
