package dev.rosa.router.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Making and telling apart of the files of a {@link ReplayRecord}. Stateless. */
final class RecordFile {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private RecordFile() {}

  /** The file that is to take the place of another. */
  static Path sibling(Path file) {
    return file.resolveSibling(file.getFileName() + ".new");
  }

  /** Puts the sibling in a file's place. */
  static void replace(Path file) throws IOException {
    Files.move(
        sibling(file), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** The system's identity of a file; null if it is not there. */
  static Object identity(Path file) throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .fileKey();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Makes a file anew, with its header, for its owner alone. */
  static FileChannel create(Path file, int workers) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    FileChannel channel = FileChannel.open(file, StandardOpenOption.APPEND);
    writeHeader(channel, file, workers);
    return channel;
  }

  /** A full disk says no more than that it is full. */
  static void writeHeader(FileChannel channel, Path file, int workers) throws IOException {
    try {
      writeAll(channel, StandardCharsets.US_ASCII.encode(ReplayRecordText.HEADER + "\n"));
      writeAll(channel, new ReplayRecordLines(1, RecordedTimes.of(0)).formatWorkers(workers));
    } catch (IOException e) {
      channel.close();
      throw new IOException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** Writes all bytes. */
  static void writeAll(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }
}
