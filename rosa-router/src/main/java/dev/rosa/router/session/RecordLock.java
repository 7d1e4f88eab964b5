package dev.rosa.router.session;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * File lock of a replay record or a folder with the domain's state, so that one router at a time
 * writes it. Of two, each would remove the other's lines, and let its packets be replayed. The lock
 * is the system's, on a file that stays empty, and ends with the process at the latest.
 * Thread-safe.
 */
public final class RecordLock implements AutoCloseable {

  private final FileChannel channel;

  private RecordLock(FileChannel channel) {
    this.channel = channel;
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
    return taken(
        record.resolveSibling(record.getFileName() + ".lock"),
        record
            + ": another router that runs keeps its replay windows there, expected a file of"
            + " this one's own");
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
    return taken(
        folder.resolve("lock"),
        folder
            + ": another router that runs keeps the domain's state there, expected a folder of"
            + " this one's own");
  }

  private static RecordLock taken(Path lock, String refusal) throws IOException {
    FileChannel channel = open(lock);
    if (!tryLock(channel)) {
      channel.close();
      throw new IOException(refusal);
    }
    return new RecordLock(channel);
  }

  private static FileChannel open(Path lock) throws IOException {
    try {
      return FileChannel.open(
          lock,
          Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileSystemException e) {
      throw new IOException(
          lock + ": cannot be made, expected a folder that can be written" + reason(e), e);
    }
  }

  private static String reason(FileSystemException failure) {
    if (failure instanceof NoSuchFileException) {
      return "; there is no such folder";
    }
    return failure.getReason() == null ? "" : "; " + failure.getReason();
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
