package dev.rosa.firewall.plane.operator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.config.ConfigException;
import dev.rosa.operator.StatusLines;
import java.io.IOException;
import picocli.CommandLine.Command;

/** Command {@code status}: the plane's figures. */
@Command(
    name = "status",
    description = {
      "Show the plane's figures: bans, layers, evidence, times.",
      "docs/firewall.md explains each of them."
    },
    footer = {"", "Examples:", "  ./rosa firewall status", "  ./rosa firewall status --json"})
public final class StatusCommand extends OperatorCommand {

  @Override
  public Integer call() throws ConfigException, IOException {
    for (JsonNode status : ask(request("status"))) {
      if (json()) {
        print(status);
      } else {
        StatusLines.of(status).forEach(this::print);
      }
    }
    return 0;
  }
}
