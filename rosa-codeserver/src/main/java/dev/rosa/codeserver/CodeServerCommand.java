package dev.rosa.codeserver;

import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigPlace;
import dev.rosa.config.RoleCommand;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import java.time.InstantSource;
import picocli.CommandLine.Command;

/** The Code Server's command line. */
@Command(
    name = "rosa-codeserver",
    description = "Stores active code and gives it to the routers that may have it.")
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
    return CodeServer.start(loaded, identityOf(loaded), InstantSource.system());
  }

  private Identity identityOf(CodeServerConfig loaded) throws ConfigException {
    try {
      return Identity.load(loaded.identity(), InstantSource.system(), Role.CODESERVER);
    } catch (IdentityException e) {
      String where = ConfigPlace.of(config, "identity");
      throw new ConfigException(where + ": <identity>: " + e.getMessage(), e);
    }
  }
}
