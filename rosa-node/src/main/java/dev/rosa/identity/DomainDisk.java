package dev.rosa.identity;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * Seam for the file operations of a domain's authority. Each of them may fail, or be the last of
 * its process.
 */
interface DomainDisk {

  /** Makes a file and writes it durably; fails if there is one of that name. */
  void create(Path file, byte[] content, Set<PosixFilePermission> mode) throws IOException;

  /** Writes durably at the channel's position. */
  void append(FileChannel channel, ByteBuffer text) throws IOException;

  /** Gives a file another name in its folder, and replaces the file of that name. */
  void move(Path from, Path to) throws IOException;

  /** Deletes a file if there is one. */
  void delete(Path file) throws IOException;

  /** Makes the names in a folder durable. */
  void sync(Path folder) throws IOException;

  /** The cause of a failure, without the file's name. */
  static String reason(IOException failure) {
    return failure instanceof FileSystemException system && system.getReason() != null
        ? system.getReason()
        : String.valueOf(failure.getMessage());
  }
}
