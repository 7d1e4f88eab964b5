package dev.rosa.firewall.plane.operator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.config.ConfigException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;

/** Command {@code list}: bans and limits in force. */
@Command(
    name = "list",
    description = "Show the bans and limits in force, with the time that each has left.",
    footer = {"", "Examples:", "  ./rosa firewall list", "  ./rosa firewall list --json"})
public final class ListCommand extends OperatorCommand {

  @Override
  public Integer call() throws ConfigException, IOException {
    AtomicBoolean any = new AtomicBoolean();
    ask(request("list"), line -> print(line, any.getAndSet(true)));
    if (!any.get() && !json()) {
      print("no source is banned or limited");
    }
    return 0;
  }

  private void print(JsonNode ban, boolean isLater) {
    if (json()) {
      print(ban);
      return;
    }
    if (!isLater) {
      print(BanText.heading());
    }
    print(BanText.row(ban));
  }
}
