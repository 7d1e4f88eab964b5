package dev.rosa.as;

import dev.rosa.as.policy.Origin;
import dev.rosa.as.policy.Rule;
import dev.rosa.as.policy.RulePrefix;
import dev.rosa.as.policy.RuleQuota;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.config.Durations;
import dev.rosa.role.AdministrationException;
import dev.rosa.wire.active.Grant;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * Commands {@code rosa as --config F rule add|remove|list}: the rules that allow users to use codes
 * between addresses.
 */
@Command(
    name = "rule",
    description = "Who may use which code from where to where.",
    subcommands = RuleCommands.Add.class)
final class RuleCommands {
  private static final long MAX_UNSIGNED_INT = 0xFFFF_FFFFL;

  @ParentCommand private AuthorizationServerCommand server;

  /** Command {@code rule add}. */
  @Command(
      name = "add",
      description = "Add a rule; it holds for the next request. Running sessions notice nothing.")
  static final class Add implements Callable<Integer> {
    @ParentCommand private RuleCommands rules;

    @Spec private CommandSpec spec;

    @Option(names = "--user", required = true, paramLabel = "NAME", description = "Or * for any.")
    private String user;

    @Option(names = "--code", required = true, paramLabel = "NAME", description = "Or * for any.")
    private String code;

    @Option(
        names = "--from",
        defaultValue = "*",
        paramLabel = "PREFIX",
        description = "Source addresses, default any.")
    private String from;

    @Option(
        names = "--to",
        defaultValue = "*",
        paramLabel = "PREFIX",
        description = "Destination addresses, default any.")
    private String to;

    @Option(
        names = "--max-window",
        defaultValue = "10m",
        paramLabel = "TIME",
        description = "Longest SET - SST, default ${DEFAULT-VALUE}.")
    private Duration maxWindow;

    @Option(
        names = "--packets-per-second",
        defaultValue = "0",
        paramLabel = "N",
        description = "Default ${DEFAULT-VALUE}: no limit.")
    private long packetsPerSecond;

    @Option(
        names = "--fuel-thousands",
        defaultValue = "0",
        paramLabel = "N",
        description =
            "Thousands of instructions a packet, default ${DEFAULT-VALUE}: the code's own.")
    private int fuelThousands;

    @Option(
        names = "--permissions",
        defaultValue = "",
        paramLabel = "LIST",
        description = "Of read,modify,drop,state; default none.")
    private String permissions;

    @Option(
        names = "--max-sessions",
        defaultValue = "0",
        paramLabel = "N",
        description = "Live sessions under this rule, default ${DEFAULT-VALUE}: no limit.")
    private int maxSessions;

    @Option(
        names = "--max-sessions-per-user",
        defaultValue = "0",
        paramLabel = "N",
        description = "Those of each user, default ${DEFAULT-VALUE}: no limit.")
    private int maxSessionsPerUser;

    @Option(
        names = "--max-requests-per-minute",
        defaultValue = "0",
        paramLabel = "N",
        description = "Requests under this rule, default ${DEFAULT-VALUE}: no limit.")
    private int maxRequestsPerMinute;

    @Override
    public Integer call() throws Exception {
      Rule rule = rule();
      rules.server.administer(
          records -> {
            checkNames(records);
            rules.server.print("rule " + records.rules().add(rule) + " added");
          });
      return 0;
    }

    private Rule rule() {
      requireRange("--packets-per-second", packetsPerSecond, MAX_UNSIGNED_INT);
      if (maxWindow.toSeconds() < 1) {
        throw usage("--max-window is below 1s, expected at least 1s");
      }
      requireRange("--max-sessions", maxSessions, Integer.MAX_VALUE);
      requireRange("--max-sessions-per-user", maxSessionsPerUser, Integer.MAX_VALUE);
      requireRange("--max-requests-per-minute", maxRequestsPerMinute, Integer.MAX_VALUE);
      try {
        return new Rule(
            0,
            user,
            code,
            RulePrefix.check(from),
            RulePrefix.check(to),
            maxWindow,
            new Grant((int) packetsPerSecond, fuelThousands, Grant.parsePermissions(permissions)),
            new RuleQuota(maxSessions, maxSessionsPerUser, maxRequestsPerMinute),
            Origin.ADMIN);
      } catch (IllegalArgumentException e) {
        throw usage(e.getMessage());
      }
    }

    /** Refuses a limit out of range; 0 is no limit. */
    private void requireRange(String option, long value, long most) {
      if (value < 0 || value > most) {
        throw usage(
            "%s is %d, expected a whole number from 0, no limit, to %d"
                .formatted(option, value, most));
      }
    }

    private ParameterException usage(String sentence) {
      return new ParameterException(spec.commandLine(), sentence);
    }

    /** A rule that names an unknown user or code would allow nothing. */
    private void checkNames(AuthorizationRecords records) throws AdministrationException {
      if (!user.equals(Rule.ANY) && records.users().find(user).isEmpty()) {
        throw new AdministrationException(
            "user '" + user + "' is not known, expected a known user or *");
      }
      if (!code.equals(Rule.ANY) && records.codes().find(code).isEmpty()) {
        throw new AdministrationException(
            "code '" + code + "' is not known, expected a known code or *");
      }
    }
  }

  @Command(
      name = "remove",
      mixinStandardHelpOptions = true,
      description = {
        "Remove a rule.",
        "Running sessions that it allowed go on to their end. Connected sources are told to renew"
            + " at once: add the rule that takes its place first."
      })
  int remove(@Parameters(paramLabel = "ID") long id) throws Exception {
    server.administer(records -> records.rules().remove(id));
    server.print("rule " + id + " removed");
    return 0;
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Show the rules in the order in which they are tried.")
  int list(@Option(names = "--json", description = "As JSON.") boolean json) throws Exception {
    server.administer(records -> show(records.rules().list(), json));
    return 0;
  }

  private void show(List<Rule> rules, boolean json) {
    if (json) {
      server.print(JsonList.of(rules.stream().map(RuleCommands::row).toList()));
      return;
    }
    table(rules).lines().forEach(server::print);
  }

  private static Columns table(List<Rule> rules) {
    Columns table =
        new Columns(
            "ID",
            "USER",
            "CODE",
            "FROM",
            "TO",
            "MAX-WINDOW",
            "PACKETS/S",
            "FUEL",
            "PERMISSIONS",
            "SESSIONS",
            "A-USER",
            "REQUESTS/MIN",
            "ORIGIN");
    rules.forEach(
        rule ->
            table.add(
                rule.id(),
                rule.user(),
                rule.code(),
                rule.source(),
                rule.destination(),
                Durations.format(rule.maxWindow()),
                limit(Integer.toUnsignedLong(rule.grant().packetsPerSecond())),
                limit(rule.grant().fuelThousands()),
                rule.grant().permissionNames(),
                limit(rule.quota().maxSessions()),
                limit(rule.quota().maxSessionsPerUser()),
                limit(rule.quota().maxRequestsPerMinute()),
                rule.origin().storedName()));
    return table;
  }

  /** A hyphen stands for no limit. */
  private static String limit(long most) {
    return most == 0 ? "-" : Long.toString(most);
  }

  private static Map<String, Object> row(Rule rule) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", rule.id());
    row.put("user", rule.user());
    row.put("code", rule.code());
    row.put("from", rule.source());
    row.put("to", rule.destination());
    row.put("max-window", Durations.format(rule.maxWindow()));
    row.put("packets-per-second", Integer.toUnsignedLong(rule.grant().packetsPerSecond()));
    row.put("fuel-thousands", rule.grant().fuelThousands());
    row.put("permissions", rule.grant().permissionNames());
    row.put("max-sessions", rule.quota().maxSessions());
    row.put("max-sessions-per-user", rule.quota().maxSessionsPerUser());
    row.put("max-requests-per-minute", rule.quota().maxRequestsPerMinute());
    row.put("origin", rule.origin().storedName());
    return row;
  }
}
