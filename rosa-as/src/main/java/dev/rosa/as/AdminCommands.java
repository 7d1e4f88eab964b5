package dev.rosa.as;

import dev.rosa.as.policy.Names;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Commands {@code rosa as --config F admin add|remove|list}: administrators over the network. */
@Command(
    name = "admin",
    description = {
      "Administrators who may use 'rosa admin' over the network.",
      "Each also needs a certificate: rosa domain issue --role admin."
    })
final class AdminCommands {
  @ParentCommand private AuthorizationServerCommand server;

  @Spec private CommandSpec spec;

  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description = "Let an administrator act over the network, at every server of the domain.")
  int add(@Parameters(paramLabel = "NAME") String name) throws Exception {
    Names.check(spec.commandLine(), "administrator", name);
    server.administer(records -> records.administrators().add(name));
    server.print("administrator " + name + " added");
    return 0;
  }

  @Command(
      name = "remove",
      mixinStandardHelpOptions = true,
      description = "Refuse every later act of an administrator, for instance after a theft.")
  int remove(@Parameters(paramLabel = "NAME") String name) throws Exception {
    server.administer(records -> records.administrators().remove(name));
    server.print("administrator " + name + " removed");
    return 0;
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Show the names.")
  int list() throws Exception {
    server.administer(records -> records.administrators().list().forEach(server::print));
    return 0;
  }
}
