package dev.rosa.audit;

import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import dev.rosa.transparency.Checkpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Export of a log with 300 rows, and its check. */
abstract class ExportRig {

  static final int ROWS = 300;

  @TempDir Path folder;
  TestDomain domain;
  Identity alice;
  TestLog log;
  Path export;

  @BeforeEach
  void export() throws IOException {
    domain = TestDomain.in(folder.resolve("domain"));
    alice = domain.user("alice");
    log = new TestLog().withRequestOf(alice).withActs(ROWS - 2).withRequestOf(alice);
    export = log.exportTo(folder.resolve("export"));
  }

  final CheckReport check(Optional<Checkpoint> since) throws IOException {
    return new ExportCheck(export, log.key(), domain.certificate()).run(since);
  }

  final List<String> findings() throws IOException {
    return check(Optional.empty()).findings().stream().map(Finding::toString).toList();
  }
}
