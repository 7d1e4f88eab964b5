package dev.rosa.storage;

import dev.rosa.config.StorageLocation;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Hints of changes by others, from a real PostgreSQL server. */
class ChangeWatchOnPostgresTest {

  private final StorageLocation database = TestPostgres.database();
  private final AtomicInteger hints = new AtomicInteger();

  private static void change(Storage storage) {
    storage.useTransaction(handle -> handle.execute("NOTIFY " + TestTables.TABLES.schema()));
  }

  private void awaitHintAfter(Storage writer) throws InterruptedException {
    int before = hints.get();
    change(writer);
    Await.until("a hint", () -> hints.get() > before);
  }

  /** Also those that come while the connection is being lost. */
  private void awaitHintSoonerOrLater(Storage writer) throws InterruptedException {
    int before = hints.get();
    Await.until(
        "a hint",
        () -> {
          change(writer);
          return hints.get() > before + 1;
        });
  }

  @Test
  void shouldHintWhenAnotherServerHasChangedTheStorage() throws Exception {
    try (Storage one = Storage.open(database, TestTables.TABLES);
        Storage other = Storage.open(database, TestTables.TABLES)) {
      other.onChange(hints::incrementAndGet);
      Await.until("the watch to listen", () -> hints.get() > 0);
      awaitHintAfter(one);
      awaitHintAfter(one);
    }
  }

  @Test
  void shouldListenAgainAndHintWhenItsConnectionWasLost() throws Exception {
    try (Storage one = Storage.open(database, TestTables.TABLES);
        CapturedLog log = CapturedLog.of("dev.rosa.storage")) {
      one.onChange(hints::incrementAndGet);
      Await.until("the watch to listen", () -> hints.get() > 0);
      int before = hints.get();
      TestPostgres.administer(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"
              + " AND datname = '"
              + databaseName()
              + "'");
      Await.until("the watch to listen again", () -> hints.get() > before);
      awaitHintSoonerOrLater(one);
      Await.until(
          "the log to say so",
          () ->
              log.linesWith("changes by others are not told").size() == 1
                  && log.linesWith("changes by others are told again").size() == 1);
    }
  }

  private String databaseName() {
    String url = database.url().orElseThrow();
    return url.replaceFirst(".*/([a-z0-9]+).*", "$1");
  }
}
