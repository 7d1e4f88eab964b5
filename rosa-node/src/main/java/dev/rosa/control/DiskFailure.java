package dev.rosa.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/**
 * Recognition of storage failures that come from the disk: full, read-only, broken. The database's
 * message says everything then, so a stack trace is not needed. Stateless.
 */
public final class DiskFailure {

  /**
   * SQLite's READONLY, IOERR, CORRUPT, FULL, CANTOPEN and NOTADB, as its JDBC driver gives them.
   */
  private static final Set<Integer> RESULTS = Set.of(8, 10, 11, 13, 14, 26);

  private static final int PRIMARY = 0xff;

  /** Less is told: a full disk shows as many kinds of trouble. */
  private static final long LITTLE_BYTES = 1 << 20;

  private DiskFailure() {}

  /** The database's message in one line; empty: the disk is not the cause. */
  public static Optional<String> in(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException refused
          && RESULTS.contains(refused.getErrorCode() & PRIMARY)) {
        return String.valueOf(refused.getMessage()).lines().findFirst();
      }
    }
    return Optional.empty();
  }

  /** The same, of a storage's file; says if its disk is full. */
  public static Optional<String> in(Throwable failure, Path file) {
    return in(failure).map(said -> said + roomFor(file));
  }

  private static String roomFor(Path file) {
    try {
      long bytes = Files.getFileStore(file).getUsableSpace();
      return bytes < LITTLE_BYTES ? ", its disk has " + (bytes >> 10) + " KiB left" : "";
    } catch (IOException e) {
      return "";
    }
  }
}
