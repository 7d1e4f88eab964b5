package dev.rosa.as;

import dev.rosa.as.policy.Names;
import dev.rosa.as.records.UserRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * Commands {@code rosa as --config F user add|remove|list}: the users that may ask for services.
 */
@Command(name = "user", description = "Who may ask for services.")
final class UserCommands {
  @ParentCommand private AuthorizationServerCommand server;

  @Spec private CommandSpec spec;

  @Command(name = "add", mixinStandardHelpOptions = true, description = "Make a user known.")
  int add(@Parameters(paramLabel = "NAME") String name) throws Exception {
    Names.check(spec.commandLine(), "user", name);
    server.administer(records -> records.users().add(name));
    server.print("user " + name + " added");
    return 0;
  }

  @Command(
      name = "remove",
      mixinStandardHelpOptions = true,
      description = "Refuse a user from now on. Running sessions go on to their end.")
  int remove(@Parameters(paramLabel = "NAME") String name) throws Exception {
    server.administer(records -> records.users().remove(name));
    server.print("user " + name + " removed");
    return 0;
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Show the users.")
  int list(@Option(names = "--json", description = "As JSON.") boolean json) throws Exception {
    server.administer(records -> show(records.users().list(), json));
    return 0;
  }

  private void show(List<UserRegistry.User> users, boolean json) {
    if (json) {
      server.print(JsonList.of(users.stream().map(UserCommands::row).toList()));
      return;
    }
    Columns table = new Columns("NAME", "U", "ORIGIN");
    users.forEach(user -> table.add(user.name(), user.id().hex(), user.origin().storedName()));
    table.lines().forEach(server::print);
  }

  private static Map<String, Object> row(UserRegistry.User user) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", user.name());
    row.put("user", user.id().hex());
    row.put("origin", user.origin().storedName());
    return row;
  }
}
