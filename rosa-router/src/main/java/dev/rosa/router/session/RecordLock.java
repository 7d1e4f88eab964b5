package dev.rosa.router.session;

import dev.rosa.storage.file.ProcessLock;
import java.io.IOException;
import java.nio.file.Path;

/**
 * File lock of a replay record or a folder with the domain's state, so that one router at a time
 * writes it. Of two, each would remove the other's lines, and let its packets be replayed.
 * Thread-safe.
 */
public final class RecordLock implements AutoCloseable {

  private final ProcessLock lock;

  private RecordLock(ProcessLock lock) {
    this.lock = lock;
  }

  /**
   * Locks a record; null for none.
   *
   * @throws IOException in one line if another router has it, or its folder cannot be written to
   */
  public static RecordLock of(Path record) throws IOException {
    if (record == null) {
      return new RecordLock(null);
    }
    return new RecordLock(
        ProcessLock.take(
            record.resolveSibling(record.getFileName() + ".lock"),
            record
                + ": another router that runs keeps its replay windows there, expected a file of"
                + " this one's own"));
  }

  /**
   * Locks a folder that keeps the domain's state; null for none.
   *
   * @throws IOException in one line if another router has it, or it cannot be written to
   */
  public static RecordLock ofState(Path folder) throws IOException {
    if (folder == null) {
      return new RecordLock(null);
    }
    return new RecordLock(
        ProcessLock.take(
            folder.resolve("lock"),
            folder
                + ": another router that runs keeps the domain's state there, expected a folder of"
                + " this one's own"));
  }

  @Override
  public void close() throws IOException {
    if (lock != null) {
      lock.close();
    }
  }
}
