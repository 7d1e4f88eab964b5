package dev.rosa.proxy.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * File of lines that begins anew at a size. Older lines are in files of its name with a number, the
 * higher the older; of these there is a bounded number. A line is in it as a whole, or not at all.
 * Files are for their owner alone. Owned by one thread.
 */
final class RotatedFile implements AutoCloseable {
  private final Path path;
  private final long mostBytes;
  private final int mostFiles;
  private FileChannel channel;
  private long size;

  /**
   * A file that is opened with its first line.
   *
   * @param mostFiles with the newest one
   */
  RotatedFile(Path path, long mostBytes, int mostFiles) {
    this.path = path;
    this.mostBytes = mostBytes;
    this.mostFiles = mostFiles;
  }

  /** All files there are, the oldest first. */
  static List<Path> existing(Path path) {
    List<Path> files = new ArrayList<>();
    Path each = path;
    for (int number = 1; Files.exists(each); number++) {
      files.add(each);
      each = numbered(path, number);
    }
    Collections.reverse(files);
    return files;
  }

  private static Path numbered(Path path, int number) {
    return path.resolveSibling(path.getFileName() + "." + number);
  }

  /**
   * Appends lines.
   *
   * @param lines whole ones, with their line feeds
   * @throws IOException if they cannot be written; none of them is there then
   */
  void append(byte[] lines) throws IOException {
    open();
    if (size > 0 && size + lines.length > mostBytes) {
      rotate();
      open();
    }
    try {
      write(ByteBuffer.wrap(lines));
      size += lines.length;
    } catch (IOException e) {
      takeBack();
      throw e;
    }
  }

  private void write(ByteBuffer bytes) throws IOException {
    long at = size;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
  }

  private void takeBack() throws IOException {
    channel.truncate(size);
  }

  private void open() throws IOException {
    if (channel != null) {
      return;
    }
    Files.createDirectories(path.toAbsolutePath().getParent());
    channel =
        FileChannel.open(
            path,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    size = channel.size();
    if (size > 0 && !endsWithLineFeed()) {
      // A crash has cut the last line.
      write(ByteBuffer.wrap(new byte[] {'\n'}));
      size++;
    }
  }

  private boolean endsWithLineFeed() throws IOException {
    ByteBuffer last = ByteBuffer.allocate(1);
    return channel.read(last, size - 1) == 1 && last.get(0) == '\n';
  }

  private void rotate() throws IOException {
    close();
    Files.deleteIfExists(numbered(path, mostFiles - 1));
    for (int number = mostFiles - 2; number >= 1; number--) {
      move(numbered(path, number), numbered(path, number + 1));
    }
    if (mostFiles > 1) {
      move(path, numbered(path, 1));
    } else {
      Files.deleteIfExists(path);
    }
  }

  private static void move(Path from, Path to) throws IOException {
    if (Files.exists(from)) {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
      channel = null;
    }
  }
}
