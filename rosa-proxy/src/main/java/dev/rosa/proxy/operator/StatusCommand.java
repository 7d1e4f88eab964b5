package dev.rosa.proxy.operator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.config.ConfigException;
import dev.rosa.operator.StatusLines;
import java.io.IOException;
import picocli.CommandLine.Command;

/** Command {@code status}: the proxy's figures. */
@Command(
    name = "status",
    description = {
      "Show the proxy's figures: readiness, kernel part, connections, logins, bytes, refusals.",
      "docs/proxy.md explains each of them. Of the refusals, those that have not occurred are left"
          + " out.",
      "Exit code 1 if the proxy is not ready, or does not answer."
    },
    footer = {"", "Examples:", "  ./rosa proxy status", "  ./rosa proxy status --json"})
public final class StatusCommand extends ProxyAskingCommand {

  @Override
  public Integer call() throws ConfigException, IOException {
    boolean isReady = true;
    for (JsonNode status : ask(request("status"))) {
      isReady = status.path("ready").asBoolean();
      if (json()) {
        print(status);
      } else {
        StatusLines.of(status).forEach(this::print);
      }
    }
    return isReady ? 0 : 1;
  }
}
