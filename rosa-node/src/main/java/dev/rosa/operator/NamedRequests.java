package dev.rosa.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;

/**
 * Operators' requests, each carried out by what its {@code command} names. Immutable.
 *
 * @param byCommand by name
 */
public record NamedRequests(Map<String, OperatorRequests> byCommand) implements OperatorRequests {

  /** Copies them. */
  public NamedRequests {
    byCommand = Map.copyOf(byCommand);
  }

  @Override
  public void serve(JsonNode request, Answer answer) throws Exception {
    OperatorRequests named = byCommand.get(request.path("command").asText());
    if (named == null) {
      throw new IOException(
          "there is no such command, expected one of "
              + byCommand.keySet().stream().sorted().toList());
    }
    named.serve(request, answer);
  }
}
