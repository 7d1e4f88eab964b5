package dev.rosa.identity;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * File operations of a domain's authority ({@link DomainDisk}) on the machine's own file system.
 * Stateless.
 */
final class SystemDisk implements DomainDisk {

  @Override
  public void create(Path file, byte[] content, Set<PosixFilePermission> mode) throws IOException {
    Set<StandardOpenOption> options =
        EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel channel =
        FileChannel.open(file, options, PosixFilePermissions.asFileAttribute(mode))) {
      append(channel, ByteBuffer.wrap(content));
    }
  }

  @Override
  public void append(FileChannel channel, ByteBuffer text) throws IOException {
    while (text.hasRemaining()) {
      channel.write(text);
    }
    channel.force(true);
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  @Override
  public void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
