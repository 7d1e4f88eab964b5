package dev.rosa.storage.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Writer of a file that survives a power cut as a whole: with its old bytes or with the new ones.
 * Stateless.
 */
public final class DurableFile {

  private DurableFile() {}

  /** Puts bytes in the place of a file, for its owner alone; they are on the disk then. */
  public static void replace(Path file, ByteBuffer bytes) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    if (Files.isDirectory(next, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(next + ": is a folder, expected a file or none");
    }
    Files.deleteIfExists(next);
    try (FileChannel channel =
        FileChannel.open(
            next,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    DurableFolder.sync(file);
  }
}
