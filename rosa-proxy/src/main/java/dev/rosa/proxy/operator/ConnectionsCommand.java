package dev.rosa.proxy.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.config.ConfigException;
import dev.rosa.config.IpLiteral;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command {@code connections}: connections that go on. */
@Command(
    name = "connections",
    description = {
      "Show the connections that go on: who, where to, in which state, by which rule.",
      "Bytes are those that both ends have acknowledged, as far as the proxy knows; those of FTP's"
          + " control connections are counted at their end."
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa proxy connections",
      "  ./rosa proxy connections --client 192.0.2.7 --json"
    })
public final class ConnectionsCommand extends ProxyAskingCommand {
  private static final String ROW = "%-8s %-12s %-12s %-26s %-26s %8s %12s %-16s %s";

  @Option(names = "--client", paramLabel = "ADDRESS", description = "Those of one client.")
  private String client;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000",
      description = "So many, 10000 at most (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Override
  public Integer call() throws ConfigException, IOException {
    ObjectNode request = request("connections").put("rows", rows);
    if (client != null) {
      request.put("client", checked(client));
    }
    List<JsonNode> connections = ask(request);
    if (json()) {
      connections.forEach(this::print);
    } else if (connections.isEmpty()) {
      print("no connection goes on");
    } else {
      print(
          ROW.formatted(
              "PROTOCOL", "STATE", "USER", "CLIENT", "SERVER", "REQUESTS", "BYTES", "RULE", "URL"));
      connections.forEach(one -> print(row(one)));
      if (connections.size() == rows) {
        complain("there may be more: --rows shows them");
      }
    }
    return 0;
  }

  private String checked(String address) {
    try {
      return IpLiteral.parse(address).getHostAddress();
    } catch (IllegalArgumentException e) {
      throw usage("--client is '%s', expected an IP address".formatted(address));
    }
  }

  private static String row(JsonNode one) {
    return ROW.formatted(
            one.path("protocol").asText(),
            one.path("state").asText(),
            one.path("user").asText("-"),
            one.path("client").asText(),
            one.path("server").asText(),
            one.path("requests").asInt(),
            one.path("bytesToServer").asLong() + one.path("bytesToClient").asLong(),
            one.path("rule").asText(),
            one.path("url").asText())
        .stripTrailing();
  }
}
