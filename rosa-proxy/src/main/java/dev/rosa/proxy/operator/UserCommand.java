package dev.rosa.proxy.operator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rosa.config.ConfigException;
import dev.rosa.proxy.login.password.PasswordFile;
import dev.rosa.proxy.login.password.PasswordHash;
import java.io.IOException;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code user}: passwords of the users. */
@Command(
    name = "user",
    description = {
      "Give users of the configuration their passwords, take them away, list them.",
      "A running proxy notices the change within a second, and logs out whose password has changed."
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa proxy user add alice",
      "  ./rosa proxy user add alice < password.txt",
      "  ./rosa proxy user remove alice",
      "  ./rosa proxy user list"
    })
public final class UserCommand {
  private static final SecureRandom RANDOM = new SecureRandom();

  @Spec private CommandSpec spec;

  private OperatedProxy proxy() {
    return (OperatedProxy) spec.root().userObject();
  }

  private PasswordFile file() throws ConfigException, IOException {
    return new PasswordFile(proxy().login().passwords());
  }

  private void print(String line) {
    spec.commandLine().getOut().println(line);
  }

  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description =
          "Give a user a password, or another one. It is read from the terminal, or is the first"
              + " line of standard input.")
  int add(@Parameters(paramLabel = "USER") String name) throws ConfigException, IOException {
    warnOfUnknown(name);
    char[] password = TypedPassword.read(true);
    try {
      boolean isChange = file().put(name, PasswordHash.of(password, RANDOM));
      print((isChange ? "changed the password of " : "added ") + name);
      return 0;
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    } finally {
      Arrays.fill(password, '\0');
    }
  }

  private void warnOfUnknown(String name) throws ConfigException {
    if (!proxy().config().userNames().contains(name)) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(
          "%s: warning: %s is not in <users> yet, and cannot log in before"
              .formatted(spec.qualifiedName(), name));
    }
  }

  @Command(
      name = "remove",
      mixinStandardHelpOptions = true,
      description = "Take a user's password away.")
  int remove(@Parameters(paramLabel = "USER") String name) throws ConfigException, IOException {
    if (!file().remove(name)) {
      throw new IOException(name + " has no password");
    }
    print("removed " + name);
    return 0;
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Show who is in the configuration, and who has a password.")
  int list(@Option(names = "--json", description = "Print JSON objects, a line each.") boolean json)
      throws ConfigException, IOException {
    Map<String, PasswordHash> passwords = file().read();
    List<String> configured = proxy().config().userNames();
    Set<String> names = new TreeSet<>(configured);
    names.addAll(passwords.keySet());
    for (String name : names) {
      boolean hasPassword = passwords.containsKey(name);
      boolean isConfigured = configured.contains(name);
      if (json) {
        print(
            JsonNodeFactory.instance
                .objectNode()
                .put("user", name)
                .put("password", hasPassword)
                .put("configured", isConfigured)
                .toString());
      } else {
        print(
            "%-20s %s%s"
                .formatted(
                    name,
                    hasPassword ? "password" : "no password",
                    isConfigured ? "" : ", not in the configuration"));
      }
    }
    return 0;
  }
}
