package dev.rosa.storage.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Sync of a folder to the disk, so that new entries survive a power cut. Stateless. */
public final class DurableFolder {

  private DurableFolder() {}

  /** Makes the entry of a file durable. */
  public static void sync(Path file) throws IOException {
    try (FileChannel folder =
        FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      folder.force(true);
    }
  }
}
