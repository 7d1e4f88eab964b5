package dev.rosa.as;

import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.storage.Storage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Reasons for which an Authorization Server that runs is not ready. Thread-safe. */
record Obstacles(Storage storage, AuthorizationRecords records, InstantSource clock) {

  /** More than a look at the storage takes to come again: it fails while the storage does. */
  private static final Duration STORAGE_RECOVERS = Duration.ofSeconds(5);

  /** The first of them, in one line. */
  Optional<String> first() {
    if (records.logForks().found().isPresent()) {
      return Optional.of("the audit log was set back: every request is refused");
    }
    if (records.clockFloor().wasBehind(clock.instant())) {
      return Optional.of("the clock was set back: every request is refused");
    }
    return storage.hasFailedWithin(STORAGE_RECOVERS)
        ? Optional.of("the storage cannot be used, see the log")
        : Optional.empty();
  }
}
