package dev.rosa.proxy.journal;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * A connection that goes on.
 *
 * @param state in the words of the connection manager
 * @param heldPackets of its client that wait for a verdict
 * @param soFar what the log would say of it now
 */
public record OpenConnection(String state, int heldPackets, ConnectionEntry soFar) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * As an object with the keys of the log.
   *
   * @param withQueries whether the URL keeps its query
   */
  public ObjectNode json(boolean withQueries) throws IOException {
    ObjectNode line = (ObjectNode) JSON.readTree(new JournalLines(withQueries).of(soFar));
    line.remove(JournalLines.TIME);
    line.remove(JournalLines.EVENT);
    return line.put("state", state).put("heldPackets", heldPackets);
  }
}
