package dev.rosa.identity;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ledger file of the certificates that a domain's authority has issued: appended and never
 * rewritten, so that names and node ids are given once. A later line of the same identity is a
 * renewal. An open ledger holds the file's lock, which keeps two enrolments at the same time apart.
 */
final class IssuanceLedger implements AutoCloseable {

  /** Some hundred thousand certificates; a command has little memory. */
  private static final int MOST_BYTES = 128 << 20;

  private static final Pattern LINE =
      Pattern.compile("(\\S+) (\\S+) node=([0-9]+)(?: cert=([A-Za-z0-9+/]+={0,2}))? until=(\\S+)");

  private final Path file;
  private final FileChannel channel;
  private final DomainDisk disk;
  private final List<Entry> entries = new ArrayList<>();

  /** Bytes of the file up to the end of the last entry. */
  private long length;

  /** True if a person has taken away the end of the last line. */
  private boolean needsLineEnd;

  private IssuanceLedger(Path file, FileChannel channel, DomainDisk disk) {
    this.file = file;
    this.channel = channel;
    this.disk = disk;
  }

  /**
   * An identity that was given.
   *
   * @param node its node id; 0: it has none
   * @param certificate X.509 in DER, as Base64; empty in lines of earlier versions
   */
  record Entry(Instant at, RosaId id, int node, String certificate, Instant until) {
    String line() {
      return at
          + " "
          + id
          + " node="
          + Integer.toUnsignedString(node)
          + (certificate.isEmpty() ? "" : " cert=" + certificate)
          + " until="
          + until
          + "\n";
    }
  }

  /** Opens and locks the ledger, which is made if there is none yet. */
  static IssuanceLedger open(Path file, DomainDisk disk) throws IdentityException {
    Set<StandardOpenOption> options =
        EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      FileChannel channel =
          FileChannel.open(
              file,
              options,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      return lockAndRead(file, channel, disk);
    } catch (IOException e) {
      throw new IdentityException(file + ": cannot be opened: " + DomainDisk.reason(e), e);
    }
  }

  private static IssuanceLedger lockAndRead(Path file, FileChannel channel, DomainDisk disk)
      throws IOException, IdentityException {
    boolean opened = false;
    try {
      // Released when the channel is closed.
      FileLock lock = channel.tryLock();
      if (lock == null) {
        throw new IdentityException(file + ": another enrolment is under way, try again");
      }
      IssuanceLedger ledger = new IssuanceLedger(file, channel, disk);
      ledger.read();
      opened = true;
      return ledger;
    } catch (OverlappingFileLockException e) {
      throw new IdentityException(file + ": another enrolment is under way, try again", e);
    } finally {
      if (!opened) {
        channel.close();
      }
    }
  }

  private void read() throws IOException, IdentityException {
    if (!Files.isRegularFile(file)) {
      throw new IdentityException(file + ": is no file, expected a ledger of certificates");
    }
    if (channel.size() > MOST_BYTES) {
      throw new IdentityException(file + ": too large for a ledger of certificates");
    }
    // Not closed: closing the reader would close the channel and give up the lock.
    byte[] bytes = Channels.newInputStream(channel).readNBytes(MOST_BYTES);
    String text = new String(bytes, StandardCharsets.UTF_8);
    int whole = text.lastIndexOf('\n') + 1;
    int number = 0;
    for (String line : text.substring(0, whole).lines().toList()) {
      number++;
      entries.add(parse(file, number, line));
    }
    length = text.substring(0, whole).getBytes(StandardCharsets.UTF_8).length;
    if (whole < text.length() && isEntry(text.substring(whole))) {
      entries.add(parse(file, number + 1, text.substring(whole)));
      length = bytes.length;
      needsLineEnd = true;
    }
  }

  /** The start of a line is none: it ends with a time, which has a Z at its end. */
  private static boolean isEntry(String line) {
    return LINE.matcher(line).matches() && line.endsWith("Z");
  }

  static Entry parse(Path file, int number, String line) throws IdentityException {
    Matcher parts = LINE.matcher(line);
    try {
      if (parts.matches()) {
        return new Entry(
            Instant.parse(parts.group(1)),
            RosaId.parse(parts.group(2)),
            Integer.parseUnsignedInt(parts.group(3)),
            Objects.requireNonNullElse(parts.group(4), ""),
            Instant.parse(parts.group(5)));
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
        + ": not a line of the ledger, expected TIME IDENTITY node=N cert=CERTIFICATE until=TIME";
  }

  /** Refuses a name that was given already, to any role. */
  void requireFreeName(String name) throws IdentityException {
    for (Entry entry : entries) {
      if (entry.id().name().equals(name)) {
        throw new IdentityException(
            "the name '"
                + name
                + "' was issued already, to "
                + entry.id()
                + " at "
                + entry.at()
                + "; './rosa domain renew' gives it a new certificate");
      }
    }
  }

  /** The last certificate of a name. */
  Entry lastOf(String name) throws IdentityException {
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (entries.get(i).id().name().equals(name)) {
        return entries.get(i);
      }
    }
    List<String> near =
        SimilarNames.to(name, entries.stream().map(entry -> entry.id().name()).toList());
    throw new IdentityException(
        "the name '"
            + name
            + "' was never issued"
            + (near.isEmpty() ? "" : ", did you mean " + String.join(" or ", near) + "?")
            + "; './rosa domain list' shows all names");
  }

  /** True if a certificate was issued, not only written. */
  boolean has(X509Certificate certificate) {
    String owner = PeerCertificates.ownerOf(certificate);
    Instant until = certificate.getNotAfter().toInstant();
    return entries.stream()
        .anyMatch(entry -> entry.id().toString().equals(owner) && entry.until().equals(until));
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

  /**
   * Adds a line; it is on durable storage when this returns.
   *
   * @throws IdentityException if it cannot be written; then the ledger is as it was
   */
  void append(Entry entry) throws IdentityException {
    byte[] line = ((needsLineEnd ? "\n" : "") + entry.line()).getBytes(StandardCharsets.UTF_8);
    try {
      // Removes the partial line of a process that was ended while writing.
      channel.truncate(length);
      channel.position(length);
      disk.append(channel, ByteBuffer.wrap(line));
    } catch (IOException e) {
      cutBack(e);
      throw new IdentityException(file + ": cannot be written: " + DomainDisk.reason(e), e);
    }
    entries.add(entry);
    length += line.length;
    needsLineEnd = false;
  }

  private void cutBack(IOException failure) {
    try {
      channel.truncate(length);
    } catch (IOException e) {
      failure.addSuppressed(e);
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
