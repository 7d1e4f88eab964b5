package dev.rosa.storage;

import java.sql.SQLException;
import java.util.Optional;

/** Names for failures of a database. */
final class Outages {

  private Outages() {}

  /** The outage among the causes of a failure; empty: a defect of the statement or its caller. */
  static Optional<StorageException> of(Dialect dialect, Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Optional<String> said =
          cause instanceof SQLException refused ? dialect.outage(refused) : Optional.empty();
      if (said.isPresent()) {
        return said.map(
            text ->
                new StorageException(
                    dialect.name() + ": the storage cannot be used: " + text, failure));
      }
    }
    return Optional.empty();
  }

  /** The refusal of a database that failed otherwise while it was opened. */
  static StorageException unknown(Dialect dialect, Exception failure) {
    String said = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    return new StorageException(
        dialect.name() + ": is not a storage that this version can use: " + said, failure);
  }
}
