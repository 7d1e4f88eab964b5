package dev.rosa.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** Answers to operators' requests. Called by several threads. */
@FunctionalInterface
public interface OperatorRequests {

  /** Lines of an answer, in order. */
  interface Answer {
    /** Writes one line of JSON; throws when the operator has gone. */
    void line(JsonNode line) throws IOException;
  }

  /**
   * Carries a request out.
   *
   * @param request an object with the key {@code command}
   * @throws Exception with one line for the operator
   */
  void serve(JsonNode request, Answer answer) throws Exception;
}
