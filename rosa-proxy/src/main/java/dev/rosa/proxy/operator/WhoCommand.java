package dev.rosa.proxy.operator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.config.ConfigException;
import dev.rosa.config.Durations;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;

/** Command {@code who}: users that are logged in. */
@Command(
    name = "who",
    description = "Show the users that are logged in, and for how long.",
    footer = {"", "Examples:", "  ./rosa proxy who", "  ./rosa proxy who --json"})
public final class WhoCommand extends ProxyAskingCommand {
  private static final String ROW = "%-20s %-39s %-20s %8s %8s";

  @Override
  public Integer call() throws ConfigException, IOException {
    List<JsonNode> logins = ask(request("who"));
    if (json()) {
      logins.forEach(this::print);
    } else if (logins.isEmpty()) {
      print("no user is logged in");
    } else {
      print(ROW.formatted("USER", "ADDRESS", "SINCE", "LEFT", "IDLE"));
      logins.forEach(login -> print(row(login)));
    }
    return 0;
  }

  private static String row(JsonNode login) {
    return ROW.formatted(
        login.path("user").asText(),
        login.path("address").asText(),
        login.path("since").asText().replaceFirst("\\.\\d+Z$", "Z"),
        time(login.path("leftSeconds").asLong()),
        time(login.path("idleSeconds").asLong()));
  }

  private static String time(long seconds) {
    return Durations.format(
        seconds < 60 ? Duration.ofSeconds(seconds) : Duration.ofMinutes(seconds / 60));
  }
}
