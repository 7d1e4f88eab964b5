package dev.rosa.maintenance;

import dev.rosa.config.StorageKeyLocation;
import dev.rosa.storage.Storage;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.TypeConversionException;

/**
 * Command {@code rosa as|codeserver --config F rekey KEY}: seals all secrets of a stopped role's
 * storage under another key.
 */
@Command(
    name = "rekey",
    description = {
      "Seal all secrets of the storage under another key, in one transaction.",
      "Stop the servers first: those that run refuse to seal until they are restarted with the new"
          + " key. Backups that were made before need the old key. When it is destroyed, the"
          + " secrets in them are, too."
    })
public final class RekeyCommand implements Callable<Integer> {

  @ParentCommand private StoredRole role;

  @Parameters(
      paramLabel = "KEY",
      converter = KeyPlace.class,
      description =
          "file:PATH, env:NAME or credential:NAME, as <storage-key> has it; a file that is not"
              + " there is made")
  private StorageKeyLocation key;

  /** A place as an operator writes it, relative to the working directory. */
  static final class KeyPlace implements ITypeConverter<StorageKeyLocation> {
    @Override
    public StorageKeyLocation convert(String text) {
      try {
        return StorageKeyLocation.parse(text, file -> Path.of(file).toAbsolutePath().normalize());
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("is " + e.getMessage());
      }
    }
  }

  /** For picocli. */
  public RekeyCommand() {}

  @Override
  public Integer call() throws Exception {
    int sealed;
    try (Storage storage = Storage.open(role.storage(), role.tables())) {
      sealed = storage.rekey(key);
    }
    role.print(
        "secrets sealed under %s: %d; start servers with <storage-key>%s</storage-key>"
            .formatted(key, sealed, key));
    return 0;
  }
}
