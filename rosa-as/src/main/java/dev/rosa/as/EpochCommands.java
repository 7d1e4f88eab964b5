package dev.rosa.as;

import dev.rosa.as.records.CodeRegistry;
import dev.rosa.as.records.Epochs;
import dev.rosa.role.AdministrationException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/**
 * Commands {@code rosa as --config F epoch next|list}: begin a code's next epoch, show all epochs.
 */
@Command(name = "epoch", description = "Secrets of a code and their refresh.")
final class EpochCommands {
  @ParentCommand private AuthorizationServerCommand server;

  @Command(
      name = "next",
      mixinStandardHelpOptions = true,
      description = {
        "Make the next secret of a code; a running server stages it and uses it when the code"
            + " servers and routers have it.",
        "Running sessions keep the secret that they have, and lose no packet. Connected sources"
            + " are told to renew when the new one is in use."
      })
  int next(@Parameters(paramLabel = "NAME", description = "The code.") String name)
      throws Exception {
    server.administer(
        records -> {
          CodeRegistry.Code code =
              records
                  .codes()
                  .find(name)
                  .orElseThrow(
                      () -> new AdministrationException("code '" + name + "' is not known"));
          Epochs.Epoch made = records.epochs().openNext(code);
          server.print(
              "epoch %s of code %s created, a running server stages it"
                  .formatted(Integer.toUnsignedString(made.number()), name));
        });
    return 0;
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Show the epochs.")
  int list(@Option(names = "--json", description = "As JSON.") boolean json) throws Exception {
    server.administer(records -> show(records.epochs().list(), json));
    return 0;
  }

  private void show(List<Epochs.Listed> epochs, boolean json) {
    if (json) {
      server.print(JsonList.of(epochs.stream().map(EpochCommands::row).toList()));
      return;
    }
    Columns table = new Columns("CODE", "EPOCH", "STATE", "CREATED", "ACTIVE SINCE", "RETIRED");
    for (Epochs.Listed each : epochs) {
      table.add(
          each.code(),
          Integer.toUnsignedString(each.epoch().number()),
          each.state(),
          time(each.createdAt()),
          time(each.activatedAt()),
          time(each.retiredAt()));
    }
    table.lines().forEach(server::print);
  }

  private static String time(long unixSeconds) {
    return unixSeconds == 0 ? "-" : Instant.ofEpochSecond(unixSeconds).toString();
  }

  private static Map<String, Object> row(Epochs.Listed each) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("code", each.code());
    row.put("digest", each.epoch().code().hex());
    row.put("epoch", Integer.toUnsignedLong(each.epoch().number()));
    row.put("state", each.state());
    row.put("created", each.createdAt());
    row.put("activated", each.activatedAt());
    row.put("retired", each.retiredAt());
    return row;
  }
}
