package dev.rosa.router.catalogue;

import dev.rosa.config.BoundedFile;
import dev.rosa.config.PrivateFolder;
import dev.rosa.control.v1.SignedState;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.domainstate.RevocationSegments;
import dev.rosa.domainstate.SegmentName;
import dev.rosa.storage.file.DurableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folder with the security domain's last signed state and revocations, which outlives the router:
 * no older state is taken after a restart. The state is on the disk before it is in force. A
 * segment's file has the name of its content, and one that is lost is fetched again. One thread's.
 */
public final class KeptState {

  /**
   * State as it was kept.
   *
   * @param receivedAt time at which its signer's certificate was valid
   */
  record Kept(SignedState state, Instant receivedAt) {}

  private static final Logger LOG = LoggerFactory.getLogger(KeptState.class);

  private static final String STATE = "state";

  /** A state comes at least once a minute: about a line an hour. */
  private static final int FAILURES_PER_LINE = 60;

  private static final Pattern SEGMENT =
      Pattern.compile("[0-9a-f]{%d}".formatted(2 * SegmentName.BYTES));
  private static final String HEADER = "ROSA domain state 1 ";
  private static final int MOST_BYTES = DomainStates.MOST_CONTENTS_BYTES + (64 << 10);

  /** Null: nothing is kept. */
  private final Path folder;

  /** States and segments in a row that could not be kept. */
  private final AtomicInteger failures = new AtomicInteger();

  private KeptState(Path folder) {
    this.folder = folder;
  }

  /** A folder that keeps nothing. */
  public static KeptState none() {
    return new KeptState(null);
  }

  /**
   * A folder, made if it is not there.
   *
   * @throws IOException in one line if it cannot be made or written to, or another user may change
   *     what is kept there
   */
  public static KeptState open(Path folder) throws IOException {
    check(folder);
    if (Files.notExists(folder)) {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    PrivateFolder.requireOurs(folder, KeptState::isChecked);
    return new KeptState(folder);
  }

  /**
   * All files but segments, which are checked by their content; a mount has a folder of its own.
   */
  private static boolean isChecked(Path file) {
    return !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)
        && !SEGMENT.matcher(file.getFileName().toString()).matches();
  }

  /**
   * Looks whether {@link #open} has a chance, and changes nothing.
   *
   * @throws IOException in one line if it has none
   */
  public static void check(Path folder) throws IOException {
    Path written = Files.exists(folder) ? folder : folder.toAbsolutePath().getParent();
    if (!Files.isDirectory(written) || !Files.isWritable(written)) {
      throw new IOException(
          "%s: %s, expected a folder that can be written"
              .formatted(folder, written.equals(folder) ? "is none" : "lies in " + written));
    }
    if (written.equals(folder)) {
      PrivateFolder.requireClosed(folder, KeptState::isChecked);
    }
  }

  /** True if what was to be kept last is on the disk. */
  boolean isKept() {
    return folder != null && failures.get() == 0;
  }

  /**
   * The last state, unverified; empty if there was none.
   *
   * @throws IOException in one line if the file cannot be read or is not a kept state: going on
   *     without it would let an older state in, so that is left to a person
   */
  Optional<Kept> read() throws IOException {
    if (folder == null || Files.notExists(file())) {
      return Optional.empty();
    }
    ByteBuffer bytes =
        BoundedFile.read(file(), MOST_BYTES)
            .map(ByteBuffer::wrap)
            .orElseThrow(() -> damaged("is larger than %d bytes".formatted(MOST_BYTES)));
    byte[] header = HEADER.getBytes(StandardCharsets.US_ASCII);
    byte[] found = new byte[Math.min(header.length, bytes.remaining())];
    bytes.get(found);
    if (!Arrays.equals(header, found) || bytes.remaining() < Long.BYTES) {
      throw damaged("does not begin as a kept state does");
    }
    try {
      Instant receivedAt = Instant.ofEpochMilli(bytes.getLong());
      return Optional.of(new Kept(SignedState.parseFrom(bytes), receivedAt));
    } catch (IOException e) {
      throw damaged("is not a kept state");
    }
  }

  /** The exception for a state that cannot be taken up, with what a person can do. */
  IOException damaged(String problem) {
    return new IOException(
        "%s: %s; remove the folder to begin without a state".formatted(file(), problem));
  }

  private Path file() {
    return folder.resolve(STATE);
  }

  /** The bytes of a segment; empty if they are not kept, or not as they were. */
  Optional<byte[]> segment(SegmentName name) {
    if (folder == null || Files.notExists(folder.resolve(name.toString()))) {
      return Optional.empty();
    }
    try {
      return BoundedFile.read(folder.resolve(name.toString()), RevocationSegments.MOST_BYTES)
          .filter(bytes -> SegmentName.ofSegment(bytes).equals(name));
    } catch (IOException e) {
      LOG.debug("a kept segment cannot be read", e);
      return Optional.empty();
    }
  }

  /** Keeps a segment; a failure is logged, as then it is only fetched once more. */
  void keep(SegmentName name, byte[] segment) {
    if (folder == null) {
      return;
    }
    try {
      Files.write(folder.resolve(name.toString()), segment);
    } catch (IOException e) {
      report(e);
    }
  }

  /**
   * Keeps a state in the place of the last one, and removes segments that it does not name. When
   * this returns the state is on the disk. A failure is logged: the router goes on with the state.
   */
  void keep(SignedState state, Instant receivedAt, Collection<SegmentName> segments) {
    if (folder == null) {
      return;
    }
    try {
      write(state, receivedAt);
      removeOthers(segments.stream().map(SegmentName::toString).collect(Collectors.toSet()));
      failures.set(0);
    } catch (IOException e) {
      report(e);
    }
  }

  private void write(SignedState state, Instant receivedAt) throws IOException {
    byte[] header = HEADER.getBytes(StandardCharsets.US_ASCII);
    byte[] signed = state.toByteArray();
    ByteBuffer bytes = ByteBuffer.allocate(header.length + Long.BYTES + signed.length);
    bytes.put(header).putLong(receivedAt.toEpochMilli()).put(signed).flip();
    DurableFile.replace(file(), bytes);
  }

  private void removeOthers(Set<String> segments) throws IOException {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, "[0-9a-f]".repeat(2 * SegmentName.BYTES))) {
      for (Path file : files) {
        if (!segments.contains(file.getFileName().toString())) {
          Files.delete(file);
        }
      }
    }
  }

  private void report(IOException e) {
    if (e instanceof ClosedByInterruptException) {
      LOG.debug("the router ends while a state is written: the one before stays");
      return;
    }
    if (failures.getAndIncrement() % FAILURES_PER_LINE == 0) {
      LOG.error("the domain's state cannot be kept: {}", e.toString());
    }
  }
}
