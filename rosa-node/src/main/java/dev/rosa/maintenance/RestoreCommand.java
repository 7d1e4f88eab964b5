package dev.rosa.maintenance;

import dev.rosa.config.ConfigException;
import dev.rosa.storage.Storage;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/**
 * Command {@code rosa as|codeserver --config F restore FILE}: checks a backup, and puts it in the
 * place of the storage.
 */
@Command(
    name = "restore",
    description = {
      "Check a backup, and put it in the place of the storage, whose server is stopped.",
      "The content that was there is kept in a file beside it. At its next start the server says"
          + " what a restore does not bring back; docs/operations.md has the steps."
    })
public final class RestoreCommand implements Callable<Integer> {

  private final InstantSource clock = InstantSource.system();

  @ParentCommand private StoredRole role;

  @ArgGroup(multiplicity = "1")
  private Source source;

  /** One of two ways. */
  private static final class Source {
    @Parameters(paramLabel = "FILE", description = "a file that 'backup' made")
    private Path file;

    @Option(
        names = "--after-pg-restore",
        description =
            "Mark a PostgreSQL database that pg_restore has brought back, while no server has it"
                + " open.")
    private boolean byPostgres;
  }

  /** For picocli. */
  public RestoreCommand() {}

  @Override
  public Integer call() throws Exception {
    Instant now = clock.instant();
    if (source.byPostgres) {
      mark(now);
    } else {
      restore(now);
    }
    return 0;
  }

  private void mark(Instant now) throws Exception {
    try (Storage storage = Storage.open(role.storage(), role.tables())) {
      storage.claim(role.owner());
      int servers = storage.servers();
      if (servers > 0) {
        throw new ConfigException(
            "%s: servers that have it open: %d, expected none: stop them, then run pg_restore and this"
                    .formatted(role.storage(), servers)
                + " command again");
      }
      storage.markRestored(now);
    }
    role.print(role.storage() + " marked as restored");
  }

  private void restore(Instant now) throws Exception {
    Optional<Path> kept =
        Storage.restore(role.storage(), role.tables(), source.file, role.owner(), now);
    kept.ifPresent(file -> role.print("the content that was there is in " + file));
    role.print(role.storage() + " restored from " + source.file);
  }
}
