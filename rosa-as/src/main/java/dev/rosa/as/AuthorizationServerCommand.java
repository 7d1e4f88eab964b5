package dev.rosa.as;

import dev.rosa.as.records.EarlierAudit;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.command.RoleCommand;
import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigFile;
import dev.rosa.config.Problems;
import dev.rosa.config.StorageLocation;
import dev.rosa.identity.ConfiguredIdentity;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.maintenance.BackupCommand;
import dev.rosa.maintenance.RekeyCommand;
import dev.rosa.maintenance.RestoreCommand;
import dev.rosa.maintenance.StoredRole;
import dev.rosa.storage.Storage;
import dev.rosa.storage.StorageOwner;
import dev.rosa.storage.Tables;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import picocli.CommandLine.Command;

/**
 * The Authorization Server's command line. It serves, or administers the same storage with {@code
 * user}, {@code code}, {@code rule}, {@code epoch}, {@code revoke}, {@code revocation}, {@code
 * clock}, {@code audit} and {@code enrolment}, also while a server runs. {@code backup}, {@code
 * restore} and {@code rekey} are for the storage as a whole.
 */
@Command(
    name = "rosa-as",
    description = "Authorises users and gives them session keys; without a command it serves.",
    subcommands = {
      AdminCommands.class,
      UserCommands.class,
      CodeCommands.class,
      RuleCommands.class,
      EpochCommands.class,
      RevokeCommands.class,
      RevocationCommands.class,
      ClockCommands.class,
      AuditCommands.class,
      EnrolmentCommands.class,
      BackupCommand.class,
      RestoreCommand.class,
      RekeyCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa as --config config/as.xml",
      "  ./rosa as --config config/as.xml --validate",
      "  ./rosa as --config config/as.xml user add bob",
      "  ./rosa as --config config/as.xml code add counter --bundle counter.jar",
      "  ./rosa as --config config/as.xml rule add --user bob --code counter --permissions state",
      "  ./rosa as --config config/as.xml epoch next counter",
      "  ./rosa as --config config/as.xml revoke user bob",
      "  ./rosa as --config config/as.xml audit export audit-export",
      "  ./rosa as --config config/as.xml backup as-monday.db"
    })
public final class AuthorizationServerCommand extends RoleCommand implements StoredRole {
  private static final long DONE_PER_LINE = 10_000;

  /** Entry of {@code java -jar rosa-as.jar}. */
  public static void main(String[] args) {
    run(new AuthorizationServerCommand(), args);
  }

  @Override
  protected void validate(Problems problems) {
    AuthorizationServerSetup.validate(config, problems);
  }

  @Override
  protected AutoCloseable start() throws ConfigException, IOException {
    return RunningAuthorizationServer.start(
        AuthorizationServerSetup.load(config), InstantSource.system());
  }

  private static AuthorizationRecords records(AuthorizationServerConfig loaded, Storage storage) {
    return AuthorizationRecords.on(
        storage,
        new SecureRandom(),
        InstantSource.system(),
        System::nanoTime,
        loaded.codeServers().codeServer(),
        loaded.policy(0));
  }

  /** An administration command's act on the records. */
  interface Administration {
    void on(AuthorizationRecords records) throws Exception;
  }

  /** An administration command's act on the storage itself. */
  interface StorageWork {
    void on(Storage storage, AuthorizationRecords records) throws Exception;
  }

  /** Opens the storage for one administration command. */
  void administer(Administration administration) throws Exception {
    withStorage((storage, records) -> administration.on(records));
  }

  /** The same for a command that needs more than records. */
  void withStorage(StorageWork work) throws Exception {
    Problems problems = new Problems(config);
    ConfigFile<AuthorizationServerConfig> file = read(problems);
    try (Storage storage = Storage.open(file.value().storage(), AuthorizationRecords.TABLES)) {
      AuthorizationRecords records = records(file.value(), storage);
      if (storage.isNew()) {
        // No server has run yet: commands can refer to the file's declarations all the same.
        ConfigSync declared = ConfigSync.prepare(file);
        problems.requireNoErrors();
        declared.apply(storage, records, "a command");
      }
      new EarlierAudit(storage, records.audit()).move();
      work.on(storage, records);
    }
  }

  private ConfigFile<AuthorizationServerConfig> read(Problems problems) throws ConfigException {
    Optional<ConfigFile<AuthorizationServerConfig>> read =
        AuthorizationServerConfig.read(config, problems);
    problems.requireNoErrors();
    return read.orElseThrow();
  }

  @Override
  public StorageLocation storage() throws ConfigException {
    return read(new Problems(config)).value().storage();
  }

  @Override
  public Tables tables() {
    return AuthorizationRecords.TABLES;
  }

  @Override
  public StorageOwner owner() throws ConfigException {
    return AuthorizationServerSetup.owner(identity());
  }

  /**
   * The identity that the configuration names.
   *
   * @throws ConfigException with a line for each mistake of configuration or identity
   */
  Identity identity() throws ConfigException {
    Problems problems = new Problems(config);
    return identity(read(problems), problems);
  }

  /**
   * The number of the domain, from the identity that the configuration names.
   *
   * @throws ConfigException with a line for each mistake of configuration or identity
   */
  int domain() throws ConfigException {
    return owner().domain();
  }

  private static Identity identity(ConfigFile<AuthorizationServerConfig> file, Problems problems)
      throws ConfigException {
    Optional<Identity> self =
        ConfiguredIdentity.load(file.at("identity"), file.value().identity(), Role.AS);
    problems.requireNoErrors();
    return self.orElseThrow();
  }

  /** The question to the Code Servers of the configuration. */
  RouterCodes routerCodes() throws ConfigException {
    Problems problems = new Problems(config);
    ConfigFile<AuthorizationServerConfig> file = read(problems);
    return new RouterCodes(file.value().codeServers().codeServer(), identity(file, problems));
  }

  /**
   * Progress of long work: it takes the number that is done, and prints a line now and then.
   *
   * @param unit the thing that is counted, such as {@code row}
   */
  LongConsumer progress(String unit) {
    AtomicLong told = new AtomicLong();
    return done -> {
      if (done - told.get() >= DONE_PER_LINE) {
        told.set(done);
        tell(unit + " " + done);
      }
    };
  }

  /** Prints a line that is no result, such as progress. */
  void tell(String line) {
    spec.commandLine().getErr().println(line);
    spec.commandLine().getErr().flush();
  }
}
