package dev.rosa.storage.file;

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
 * Lock that one process at a time has, on a file that stays empty. It is the system's, and ends
 * with the process at the latest. Thread-safe.
 */
public final class ProcessLock implements AutoCloseable {

  private final FileChannel channel;

  private ProcessLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes a lock, whose file is made if there is none.
   *
   * @param refusal the message if it is taken
   * @throws IOException in one line if it is taken, or its folder cannot be written to
   */
  public static ProcessLock take(Path file, String refusal) throws IOException {
    FileChannel channel = open(file);
    if (!tryLock(channel)) {
      channel.close();
      throw new IOException(refusal);
    }
    return new ProcessLock(channel);
  }

  private static FileChannel open(Path file) throws IOException {
    try {
      return FileChannel.open(
          file,
          Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileSystemException e) {
      throw new IOException(
          file + ": cannot be made, expected a folder that can be written" + reason(e), e);
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
    channel.close();
  }
}
