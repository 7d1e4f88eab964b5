package dev.rosa.witness;

import dev.rosa.control.v1.LogCheckpoint;
import java.io.IOException;
import java.util.Optional;

/** Place in which a witness keeps its newest checkpoint. */
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
