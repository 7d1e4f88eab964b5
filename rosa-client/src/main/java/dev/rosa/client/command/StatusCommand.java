package dev.rosa.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.client.status.RouterPage;
import dev.rosa.client.status.StatusTable;
import dev.rosa.config.HostPort;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Command {@code rosa status}: a router's status page. */
@Command(
    name = "status",
    description = {
      "Shows a router's status as a table: readiness, Code Server, certificate, sessions, codes,"
          + " suites, packets, drops, workers.",
      "",
      "It reads the page /status of the address that <status> in the router's configuration names,"
          + " over HTTP. With --json it prints the page, whose keys docs/operations.md explains.",
      "",
      "Exit code 1 if no router answers, or if the one that answers is not ready: its table is"
          + " printed all the same."
    },
    footer = {
      "",
      "Examples:",
      "  rosa status",
      "  rosa status 10.9.0.11:9101",
      "  rosa status --json | jq .drops"
    })
public final class StatusCommand implements Callable<Integer> {
  private final CommandContext context;

  @Parameters(
      arity = "0..1",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:9101",
      description = "where the router serves its status (default: 127.0.0.1:9101)")
  private HostPort address;

  @Mixin private OutputOptions output = new OutputOptions();

  StatusCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws CommandFailedException {
    JsonNode status = read();
    if (output.json()) {
      output.json(status);
    } else {
      StatusTable.of(status, context.clock().instant()).forEach(output::line);
    }
    if (!status.path("ready").asBoolean(true)) {
      throw CommandFailedException.failed(
          status.path("router").asText() + " is not ready: " + status.path("notReady").asText());
    }
    return CommandFrame.OK;
  }

  private JsonNode read() throws CommandFailedException {
    try {
      return RouterPage.read(address);
    } catch (IOException e) {
      throw CommandFailedException.failed(e.getMessage());
    }
  }
}
