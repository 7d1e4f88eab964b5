package dev.rosa.as;

import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigPlace;
import dev.rosa.config.RoleCommand;
import dev.rosa.identity.CertificateWatch;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import picocli.CommandLine.Command;

/**
 * The Authorization Server's command line: serves, or administers the same storage with {@code
 * user}, {@code code}, {@code rule} and {@code clock}, whether a server runs or not.
 */
@Command(
    name = "rosa-as",
    description = "Authorises users and gives them session keys; without a command it serves.",
    subcommands = {UserCommands.class, CodeCommands.class, RuleCommands.class, ClockCommands.class},
    footer = {
      "",
      "Examples:",
      "  ./rosa as --config config/as.xml",
      "  ./rosa as --config config/as.xml --validate",
      "  ./rosa as --config config/as.xml user add bob",
      "  ./rosa as --config config/as.xml code add counter --bundle counter.jar",
      "  ./rosa as --config config/as.xml rule add --user bob --code counter --permissions state"
    })
public final class AuthorizationServer extends RoleCommand {

  /** Entry of {@code java -jar rosa-as.jar}. */
  public static void main(String[] args) {
    run(new AuthorizationServer(), args);
  }

  @Override
  protected void validate() throws ConfigException {
    AuthorizationServerConfig loaded = AuthorizationServerConfig.load(config);
    identity(loaded);
    ConfigSync.prepare(loaded);
    Path folder = loaded.storage().getParent();
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      String where = ConfigPlace.of(config, "storage");
      throw new ConfigException(
          where + ": <storage> lies in " + folder + ", expected a folder that can be written");
    }
  }

  @Override
  protected AutoCloseable start() throws ConfigException, IOException {
    AuthorizationServerConfig loaded = AuthorizationServerConfig.load(config);
    Identity self = identity(loaded);
    ConfigSync declared = ConfigSync.prepare(loaded);
    Storage storage = Storage.open(loaded.storage());
    try {
      declared.apply(storage.jdbi(), records(loaded, storage));
      RunningAuthorizationServer running =
          RunningAuthorizationServer.start(loaded, self, storage, InstantSource.system());
      CertificateWatch watch = CertificateWatch.start(self.certificate(), InstantSource.system());
      return () -> {
        watch.close();
        running.close();
        storage.close();
      };
    } catch (IOException e) {
      storage.close();
      throw e;
    } catch (RuntimeException e) {
      storage.close();
      throw storage.trouble(e);
    }
  }

  private Identity identity(AuthorizationServerConfig loaded) throws ConfigException {
    try {
      return Identity.load(loaded.identity(), InstantSource.system(), Role.AS);
    } catch (IdentityException e) {
      String where = ConfigPlace.of(config, "identity");
      throw new ConfigException(where + ": <identity>: " + e.getMessage(), e);
    }
  }

  private static AuthorizationRecords records(AuthorizationServerConfig loaded, Storage storage) {
    return AuthorizationRecords.on(
        storage.jdbi(),
        new SecureRandom(),
        InstantSource.system(),
        loaded.codeServers().codeServer(),
        loaded.policy(0));
  }

  /** An administration command's act on the records. */
  interface Administration {
    void on(AuthorizationRecords records) throws Exception;
  }

  /** Opens the storage for one administration command. */
  void administer(Administration administration) throws Exception {
    AuthorizationServerConfig loaded = AuthorizationServerConfig.load(config);
    boolean fresh = !Files.exists(loaded.storage());
    try (Storage storage = Storage.open(loaded.storage())) {
      try {
        AuthorizationRecords records = records(loaded, storage);
        if (fresh) {
          // No server has run yet: what the file declares can be referred to all the same.
          ConfigSync.prepare(loaded).apply(storage.jdbi(), records);
        }
        administration.on(records);
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
