package dev.rosa.maintenance;

import dev.rosa.storage.Storage;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/**
 * Command {@code rosa as|codeserver --config F backup FILE}: copies a role's SQLite storage into a
 * new file, while servers go on.
 */
@Command(
    name = "backup",
    description = {
      "Copy the storage into a new file of mode 0600, while servers go on.",
      "Secrets in it are sealed under the storage key, which it does not have: keep the key, too,"
          + " elsewhere. A PostgreSQL database has tools of its own: pg_dump."
    })
public final class BackupCommand implements Callable<Integer> {

  @ParentCommand private StoredRole role;

  @Parameters(paramLabel = "FILE", description = "a file that is not there yet")
  private Path file;

  /** For picocli. */
  public BackupCommand() {}

  @Override
  public Integer call() throws Exception {
    try (Storage storage = Storage.open(role.storage(), role.tables())) {
      storage.backup(file);
    }
    role.print("backup " + file + " written and read again");
    return 0;
  }
}
