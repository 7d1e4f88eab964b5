package dev.rosa.client.administration;

import dev.rosa.client.endpoint.AdministrationClient;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.identity.IdentityException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code rosa admin}: one signed act at the domain's Authorization Servers. */
@Command(
    name = "admin",
    description = {
      "Administers a domain over the network: each act is signed, carried out once, and recorded"
          + " in the audit log.",
      "",
      "Acts and their arguments, NAME=VALUE; those in brackets may be left out:",
      "  user add name=…             user remove name=…",
      "  code add name=… digest=…    code remove name=…",
      "  rule add user=… code=… [from=… to=… max-window=… packets-per-second=…",
      "    fuel-thousands=… permissions=… max-sessions=… max-sessions-per-user=…",
      "    max-requests-per-minute=…]",
      "  rule remove id=…",
      "  epoch next code=…",
      "  revoke session sessions=HEX[ HEX…]   at most 64",
      "  revoke user name=…          revoke code name=…",
      "  revoke rule id=…            revoke epoch code=… [up-to=…]",
      "  revoke router router=…      revocation lift serial=…",
      "  clock accept                audit accept-loss",
      "",
      "They do what the commands of 'rosa as --config FILE' do, which has the lists as well."
    },
    footer = {
      "",
      "Examples:",
      "  rosa admin --identity domain/carol --as 127.0.0.1:7001 revoke user name=bob",
      "  rosa admin --identity domain/carol --as a:7001,b:7001 epoch next code=counter",
      "  rosa admin --identity domain/carol --as a:7001 --json revoke session"
          + " \"sessions=5f0c6a1e9b3d7788 17\""
    })
public final class AdminCommand implements Callable<Integer> {
  private static final String REVOKE_ROUTER = "revoke router";
  private static final String ROUTER = "router";

  private final InstantSource clock;
  private final SecureRandom random;

  @Spec private CommandSpec spec;

  @Mixin private AdminOptions options = new AdminOptions();

  @Parameters(
      arity = "2..*",
      paramLabel = "ACT",
      description = "two words, then arguments NAME=VALUE")
  private List<String> words;

  private AdminCommand(InstantSource clock, SecureRandom random) {
    this.clock = clock;
    this.random = random;
  }

  /** The command with its clock, and its source of request ids. */
  public static CommandLine commandLine(InstantSource clock, SecureRandom random) {
    return new CommandLine(new AdminCommand(clock, random));
  }

  @Override
  public Integer call() throws CallFailedException, IdentityException {
    String act = words.get(0) + " " + words.get(1);
    Map<String, String> arguments = arguments(words.subList(2, words.size()));
    try (AdministrationClient client = options.open(clock, random)) {
      List<String> lines = new ArrayList<>(client.carryOut(act, arguments));
      if (act.equals(REVOKE_ROUTER)) {
        // The router is refused already: only then its secrets are replaced.
        lines.addAll(
            client.carryOut("secrets replace", Map.of(ROUTER, arguments.getOrDefault(ROUTER, ""))));
      }
      options.print(act, lines);
    }
    return 0;
  }

  private Map<String, String> arguments(List<String> given) {
    Map<String, String> arguments = new LinkedHashMap<>();
    for (String word : given) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        throw new ParameterException(
            spec.commandLine(), "'" + word + "' is no argument, expected NAME=VALUE");
      }
      if (arguments.put(word.substring(0, equals), word.substring(equals + 1)) != null) {
        throw new ParameterException(
            spec.commandLine(), "'" + word + "' is there twice, expected each argument once");
      }
    }
    return arguments;
  }
}
