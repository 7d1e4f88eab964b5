package dev.rosa.as;

import dev.rosa.as.state.RevocationList.Listed;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Commands {@code rosa as --config F revocation list|lift}: show revocations, take one back. */
@Command(name = "revocation", description = "What is revoked; 'revoke' adds to it.")
final class RevocationCommands {
  private static final int MOST_LISTED = 10_000_000;

  @ParentCommand private AuthorizationServerCommand server;

  @Spec private CommandSpec spec;

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Show the newest revocations that have not ended, oldest first.")
  int list(
      @Option(
              names = "--limit",
              paramLabel = "N",
              defaultValue = "1000",
              description = "Show at most so many. Default: ${DEFAULT-VALUE}")
          int limit,
      @Option(names = "--json", description = "As JSON.") boolean json)
      throws Exception {
    if (limit < 1 || limit > MOST_LISTED) {
      throw new ParameterException(
          spec.commandLine(), "--limit is " + limit + ", expected from 1 to " + MOST_LISTED);
    }
    server.administer(records -> show(records.revocations().list().newest(limit), json));
    return 0;
  }

  private void show(List<Listed> revocations, boolean json) {
    if (json) {
      server.print(JsonList.of(revocations.stream().map(RevocationCommands::row).toList()));
      return;
    }
    Columns table = new Columns("SERIAL", "KIND", "SUBJECT", "UNTIL", "MADE");
    for (Listed each : revocations) {
      long until = each.revoked().until();
      table.add(
          each.serial(),
          each.kind(),
          each.subject(),
          until == 0 ? "-" : Instant.ofEpochSecond(until),
          Instant.ofEpochSecond(each.madeAt()));
    }
    table.lines().forEach(server::print);
  }

  private static Map<String, Object> row(Listed each) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("serial", each.serial());
    row.put("kind", each.kind());
    row.put("subject", each.subject());
    row.put("until", each.revoked().until());
    row.put("made", each.madeAt());
    return row;
  }

  @Command(
      name = "lift",
      mixinStandardHelpOptions = true,
      description = {
        "Take a revocation back.",
        "Sessions that have not ended go on at routers that have the next state. A user, code or"
            + " rule that was removed stays removed, and destroyed secrets stay destroyed."
      })
  int lift(@Parameters(paramLabel = "SERIAL", description = "As 'list' shows it.") long serial)
      throws Exception {
    server.administer(
        records -> {
          Listed lifted = records.revocations().list().lift(serial);
          server.print(
              "revocation %d of %s %s lifted".formatted(serial, lifted.kind(), lifted.subject()));
        });
    return 0;
  }
}
