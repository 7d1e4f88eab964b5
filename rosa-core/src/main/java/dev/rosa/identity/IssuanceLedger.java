package dev.rosa.identity;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a domain's authority has promised to whom: one line per identity, appended and never
 * rewritten, so that a name or a node id is given once. An open ledger holds the file's lock, which
 * keeps two enrolments at the same time apart.
 */
final class IssuanceLedger implements AutoCloseable {

  private static final Pattern LINE = Pattern.compile("(\\S+) (\\S+) node=([0-9]+) until=(\\S+)");

  private final Path file;
  private final FileChannel channel;
  private final List<Entry> entries;

  private IssuanceLedger(Path file, FileChannel channel, List<Entry> entries) {
    this.file = file;
    this.channel = channel;
    this.entries = entries;
  }

  /** An identity that was given; {@code node} 0 means none. */
  record Entry(Instant at, RosaId id, int node, Instant until) {
    String line() {
      return at + " " + id + " node=" + Integer.toUnsignedString(node) + " until=" + until + "\n";
    }
  }

  /** Opens and locks the ledger, which is made if there is none yet. */
  static IssuanceLedger open(Path file) throws IdentityException {
    Set<StandardOpenOption> options =
        EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      FileChannel channel =
          FileChannel.open(
              file,
              options,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      return lockAndRead(file, channel);
    } catch (IOException e) {
      throw new IdentityException(file + ": cannot be opened: " + e.getMessage(), e);
    }
  }

  private static IssuanceLedger lockAndRead(Path file, FileChannel channel)
      throws IOException, IdentityException {
    IssuanceLedger ledger = null;
    try {
      // Released when the channel is closed.
      FileLock lock = channel.tryLock();
      if (lock == null) {
        throw new IdentityException(file + ": another enrolment is under way, try again");
      }
      ledger = new IssuanceLedger(file, channel, read(file, channel));
      return ledger;
    } catch (OverlappingFileLockException e) {
      throw new IdentityException(file + ": another enrolment is under way, try again", e);
    } finally {
      if (ledger == null) {
        channel.close();
      }
    }
  }

  private static List<Entry> read(Path file, FileChannel channel)
      throws IOException, IdentityException {
    // Not closed: closing the reader would close the channel and give up the lock.
    byte[] bytes = Channels.newInputStream(channel).readAllBytes();
    List<Entry> entries = new ArrayList<>();
    int number = 0;
    for (String line : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
      number++;
      entries.add(parse(file, number, line));
    }
    return entries;
  }

  private static Entry parse(Path file, int number, String line) throws IdentityException {
    Matcher parts = LINE.matcher(line);
    try {
      if (parts.matches()) {
        return new Entry(
            Instant.parse(parts.group(1)),
            RosaId.parse(parts.group(2)),
            Integer.parseUnsignedInt(parts.group(3)),
            Instant.parse(parts.group(4)));
      }
    } catch (RuntimeException e) {
      throw new IdentityException(malformed(file, number), e);
    }
    throw new IdentityException(malformed(file, number));
  }

  private static String malformed(Path file, int number) {
    return file
        + ":"
        + number
        + ": not a line of the ledger, expected TIME IDENTITY node=N until=TIME";
  }

  /** Refuses a name that was given already, to whatever role. */
  void requireFreeName(String name) throws IdentityException {
    for (Entry entry : entries) {
      if (entry.id().name().equals(name)) {
        throw new IdentityException(
            "the name '" + name + "' was issued already, to " + entry.id() + " at " + entry.at());
      }
    }
  }

  /** The node id asked for if it is free, else the lowest free one. */
  int nodeId(OptionalInt wanted) throws IdentityException {
    if (wanted.isEmpty()) {
      int lowest = 1;
      while (ownerOf(lowest) != null) {
        lowest++;
      }
      return lowest;
    }
    int node = wanted.getAsInt();
    if (node == 0) {
      throw new IdentityException("node id 0 stands for a Source, expected 1 to 4294967295");
    }
    RosaId owner = ownerOf(node);
    if (owner != null) {
      throw new IdentityException(
          "node id " + Integer.toUnsignedString(node) + " was issued already, to " + owner);
    }
    return node;
  }

  private RosaId ownerOf(int node) {
    for (Entry entry : entries) {
      if (entry.node() == node) {
        return entry.id();
      }
    }
    return null;
  }

  /** Adds a line; it is on durable storage when this returns. */
  void append(Entry entry) throws IdentityException {
    ByteBuffer line = ByteBuffer.wrap(entry.line().getBytes(StandardCharsets.UTF_8));
    try {
      channel.position(channel.size());
      while (line.hasRemaining()) {
        channel.write(line);
      }
      channel.force(true);
      entries.add(entry);
    } catch (IOException e) {
      throw new IdentityException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  List<Entry> entries() {
    return List.copyOf(entries);
  }

  @Override
  public void close() throws IdentityException {
    try {
      channel.close();
    } catch (IOException e) {
      throw new IdentityException(file + ": cannot be closed", e);
    }
  }
}
