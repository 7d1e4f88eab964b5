package dev.rosa.witness;

import dev.rosa.control.v1.LogCheckpoint;
import java.io.IOException;
import java.util.Optional;

/** Storage of a witness's newest checkpoint of the audit log. */
public interface WitnessStore {

  /**
   * The checkpoint; empty before the first.
   *
   * @throws IOException in one line if it cannot be read
   */
  Optional<LogCheckpoint> read() throws IOException;

  /**
   * Keeps a checkpoint in place of the last one; it is durable when this returns.
   *
   * @throws IOException in one line if it cannot be kept
   */
  void keep(LogCheckpoint checkpoint) throws IOException;
}
