package dev.rosa.identity;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Set;

/** A disk that fails at one of its operations, counted from 0, in the middle of what it writes. */
final class FailingDisk implements DomainDisk {

  /** Kind of failure. */
  enum Way {
    /** Nothing more can be written; deleting and renaming goes on. */
    FULL,
    /** The process has ended: nothing more happens at all. */
    ENDED
  }

  /** Ends a test's process: no code of the authority looks at it. */
  static final class EndedError extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final DomainDisk disk = new SystemDisk();
  private final Way way;
  private final int at;
  private int count;

  FailingDisk(Way way, int at) {
    this.way = way;
    this.at = at;
  }

  /** True once the operation has come that fails. */
  boolean hasFailed() {
    return count > at;
  }

  private boolean fails() {
    return count++ >= at;
  }

  private IOException failure() {
    if (way == Way.ENDED) {
      throw new EndedError();
    }
    return new IOException("No space left on device");
  }

  @Override
  public void create(Path file, byte[] content, Set<PosixFilePermission> mode) throws IOException {
    if (!fails()) {
      disk.create(file, content, mode);
      return;
    }
    if (count == at + 1) {
      disk.create(file, Arrays.copyOf(content, content.length / 2), mode);
    }
    throw failure();
  }

  @Override
  public void append(FileChannel channel, ByteBuffer text) throws IOException {
    if (!fails()) {
      disk.append(channel, text);
      return;
    }
    if (count == at + 1) {
      disk.append(channel, text.limit(text.limit() / 2));
    }
    throw failure();
  }

  private void requireAlive() throws IOException {
    if (fails() && way == Way.ENDED) {
      throw failure();
    }
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    requireAlive();
    disk.move(from, to);
  }

  @Override
  public void delete(Path file) throws IOException {
    requireAlive();
    disk.delete(file);
  }

  @Override
  public void sync(Path folder) throws IOException {
    requireAlive();
    disk.sync(folder);
  }
}
