package dev.rosa.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rosa.config.IpLiteral;
import dev.rosa.operator.OperatorRequests;
import dev.rosa.proxy.journal.OpenConnection;
import dev.rosa.proxy.packet.ProxyWorkers;
import dev.rosa.proxy.policy.Relays;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Operators' requests about a running proxy: {@code connections}, perhaps of a {@code client} and
 * at most {@code rows}, {@code status} and {@code reload}. Thread-safe.
 *
 * @param workers who have the connections
 * @param relays who have those that are relayed
 * @param status all figures
 * @param withQueries whether URLs are shown with their queries
 * @param reload of the rules
 */
record ProxyRequests(
    ProxyWorkers workers,
    Relays relays,
    Supplier<JsonNode> status,
    boolean withQueries,
    Reload reload) {

  private static final int MOST_ROWS = 10_000;

  /** Reading of the configuration again. */
  interface Reload {
    /** The number of rules that are in force now; throws in one line if nothing has changed. */
    int run() throws IOException;
  }

  /** Each by its command. */
  Map<String, OperatorRequests> byCommand() {
    return Map.of(
        "connections",
        this::connections,
        "status",
        (request, answer) -> answer.line(status.get()),
        "reload",
        (request, answer) ->
            answer.line(JsonNodeFactory.instance.objectNode().put("rules", reload.run())));
  }

  private void connections(JsonNode request, OperatorRequests.Answer answer) throws IOException {
    InetAddress client =
        request.has("client") ? IpLiteral.parse(request.get("client").asText()) : null;
    int rows = Math.max(0, Math.min(MOST_ROWS, request.path("rows").asInt(MOST_ROWS)));
    List<OpenConnection> all = new ArrayList<>(relays.open(client));
    all.addAll(workers.connections(client, rows));
    for (OpenConnection one : all.subList(0, Math.min(rows, all.size()))) {
      answer.line(one.json(withQueries));
    }
  }
}
