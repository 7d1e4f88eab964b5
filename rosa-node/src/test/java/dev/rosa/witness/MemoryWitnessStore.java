package dev.rosa.witness;

import dev.rosa.control.v1.LogCheckpoint;
import java.io.IOException;
import java.util.Optional;

/** A store in memory that can fail. */
public final class MemoryWitnessStore implements WitnessStore {

  volatile LogCheckpoint stored;
  volatile boolean full;

  @Override
  public Optional<LogCheckpoint> read() {
    return Optional.ofNullable(stored);
  }

  @Override
  public void keep(LogCheckpoint checkpoint) throws IOException {
    if (full) {
      throw new IOException("no space left");
    }
    stored = checkpoint;
  }
}
