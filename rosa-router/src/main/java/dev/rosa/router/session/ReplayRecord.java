package dev.rosa.router.session;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Record of a router's replay windows that outlives it: the highest sequence number of every
 * session, in a file. Lines are added as numbers grow, and the file is written anew when it has
 * become long. Of several lines for one session the highest number counts. After a restart nothing
 * up to that number is accepted. Lost floors and ended sessions are kept, too ({@link
 * ReplayRecordText}). The file holds no secret. When a round is settled it is on the disk: ADR 0007
 * says which packets can be replayed after a killed process and a power cut.
 *
 * <p>A worker fills blocks and hands them over. Only {@link #settle} writes them to the file, in
 * one thread at a time and in the order of handing over. It may wait for the disk; the worker never
 * does.
 */
public final class ReplayRecord {

  /** Numbers on their way to the file. One thread's at a time: its worker's, then the writer's. */
  static final class Block {
    final ReplayFloors floors = new ReplayFloors(FLOORS_PER_BLOCK);

    /** The file is to be written anew, beginning with this block. */
    boolean begins;

    /** The file is complete with this block. */
    boolean ends;

    /** A round ends with this block: all that was handed over is to be on the disk. */
    boolean syncs;
  }

  /** Sync of a written file to the disk. */
  interface Disk {
    /** Returns when power may fail. */
    void sync(FileChannel channel) throws IOException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(ReplayRecord.class);
  static final int FLOORS_PER_BLOCK = 4_096;
  private static final int BLOCKS = 4;

  /** Of a block, besides floors. */
  private static final int OTHER_LINES = 128;

  private final Path file;
  private final ReplayFloors before;
  private final Disk disk;
  private final Queue<Block> free = new ConcurrentLinkedQueue<>();
  private final Queue<Block> handedOver = new ConcurrentLinkedQueue<>();
  private final RecordedTimes times;
  private final ReplayRecordLines text;

  /** The file, and the one that will take its place while it is written; guarded by this. */
  private FileChannel current;

  private FileChannel next;

  /** The system's identity of the file that lines go to; guarded by this. */
  private Object identity;

  /** Workers that keep a record each, as this one says; 0: it does not. */
  private int workers;

  private boolean failedBefore;
  private final AtomicLong lines = new AtomicLong();

  /** The file lacks something. */
  private volatile boolean broken;

  /** The file could not be written anew when it was to be. */
  private volatile boolean stale;

  private ReplayRecord(Path file, ReplayFloors before, RecordedTimes times, Disk disk) {
    this.file = file;
    this.before = before;
    this.times = times;
    this.text = new ReplayRecordLines(FLOORS_PER_BLOCK + OTHER_LINES, times);
    this.disk = disk;
    this.lines.set(before.lines());
    for (int i = 0; i < BLOCKS && file != null; i++) {
      free.add(new Block());
    }
  }

  /** A record that keeps nothing. */
  public static ReplayRecord none() {
    return new ReplayRecord(null, new ReplayFloors(0), RecordedTimes.of(0), ReplayRecord::force);
  }

  /**
   * A record, with what it kept last time.
   *
   * @param skewSeconds how long before SST and after SET packets are accepted in this run
   * @throws IOException in one line if the file cannot be read or written or is not a whole record:
   *     going on without it would open the door to replays, so that is left to a person
   */
  public static ReplayRecord open(Path file, long skewSeconds) throws IOException {
    return open(file, skewSeconds, ReplayRecord::force);
  }

  /** As above, on a disk that is not the system's. */
  public static ReplayRecord open(Path file, long skewSeconds, Disk disk) throws IOException {
    if (Files.notExists(file)) {
      // Tried now, so that a folder that cannot be written to is not found out under load.
      RecordFile.create(RecordFile.sibling(file), 0).close();
      Files.move(RecordFile.sibling(file), file, StandardCopyOption.ATOMIC_MOVE);
    }
    RecordedTimes times = RecordedTimes.of(skewSeconds);
    ReplayRecordText.Content content = ReplayRecordText.read(file, times);
    ReplayRecord record = new ReplayRecord(file, content.floors(), times, disk);
    record.workers = content.workers();
    if (content.isOld()) {
      record.renew();
    }
    record.current = FileChannel.open(file, StandardOpenOption.APPEND);
    record.identity = RecordFile.identity(file);
    return record;
  }

  /** The same record, whose worker knows more than the file. */
  ReplayRecord knowing(ReplayFloors more) {
    ReplayRecord same = new ReplayRecord(file, more, times, disk);
    same.current = current;
    same.identity = identity;
    same.workers = workers;
    same.lines.set(lines.get());
    same.broken = broken;
    same.stale = stale;
    return same;
  }

  /** Closes the file and removes it; its lines must be on the disk elsewhere. */
  void remove() throws IOException {
    close(current);
    Files.delete(file);
  }

  /** Closes the file. */
  void close() {
    close(current);
  }

  /** True if the file has all that was handed over and settled. */
  public boolean isComplete() {
    return !broken;
  }

  /** Replaces a file of an earlier version. */
  private void renew() throws IOException {
    try (FileChannel to = RecordFile.create(RecordFile.sibling(file), workers)) {
      ReplayFloors part = new ReplayFloors(FLOORS_PER_BLOCK);
      for (int i = 0; i < before.count(); i++) {
        if (part.room() == 0) {
          RecordFile.writeAll(to, text.format(part));
          part.clear();
        }
        part.addFrom(before, i);
      }
      part.lost().addAll(before.lost());
      part.noteEnded(before.endedSeconds());
      part.setClock(before.clockSeconds());
      part.setLatest(before.latestSeconds());
      RecordFile.writeAll(to, text.format(part));
      disk.sync(to);
    } catch (IOException e) {
      throw new IOException(RecordFile.sibling(file) + ": cannot be written: " + e.getMessage(), e);
    }
    RecordFile.replace(file);
    syncFolder();
  }

  /** Workers that keep a record each, as this one says; 0: it does not. */
  int workers() {
    return workers;
  }

  /** Notes on the disk that so many workers keep a record each, whose files are there. */
  synchronized void noteWorkers(int now) {
    if (workers == now) {
      return;
    }
    workers = now;
    // A power cut must not leave a number of files of which some are not there.
    syncFolder();
    text.formatWorkers(now);
    if (append(current)) {
      sync();
    } else {
      broken = true;
    }
  }

  /**
   * Looks whether the file is the one that lines go to. If another program has replaced or removed
   * it, all is written anew.
   */
  synchronized void look() {
    if (file == null || broken) {
      return;
    }
    try {
      if (identity != null && identity.equals(RecordFile.identity(file))) {
        return;
      }
      LOG.warn(
          "{}: is gone or another file, not the one that this router keeps its replay windows in;"
              + " all are written anew",
          file);
    } catch (IOException e) {
      report(e);
    }
    broken = true;
  }

  /** The record of the run before. */
  public ReplayFloors before() {
    return before;
  }

  /** True if anything is kept. */
  public boolean isKept() {
    return file != null;
  }

  /** An empty block, or null while all are on their way. For the one worker. */
  Block freeBlock() {
    return free.poll();
  }

  /** True if the file is to be written anew, where {@code needed} lines are enough. */
  boolean isLong(long needed) {
    return broken || stale || lines.get() > 4 * needed + FLOORS_PER_BLOCK;
  }

  /** Hands a block over, to be written by the next {@link #settle}. For the one worker. */
  void hand(Block block) {
    handedOver.add(block);
  }

  /**
   * Writes all that was handed over, and at the end of a round waits until the disk has it. A
   * failure is logged, and made up for later.
   */
  public synchronized void settle() {
    boolean roundEnds = false;
    for (Block block = handedOver.poll(); block != null; block = handedOver.poll()) {
      write(block);
      roundEnds |= block.syncs;
      block.floors.clear();
      block.begins = false;
      free.add(block);
    }
    if (roundEnds) {
      sync();
    }
  }

  /**
   * Brings the file to the disk; if that fails, the system may have lost lines, and the file is
   * written anew.
   */
  private void sync() {
    try {
      disk.sync(current);
    } catch (IOException e) {
      broken = true;
      report(e);
    }
  }

  static void force(FileChannel channel) throws IOException {
    channel.force(false);
  }

  /** Until the new file is complete the old one has everything, too: a crash leaves a whole one. */
  private void write(Block block) {
    text.format(block.floors);
    if (block.begins) {
      begin();
    }
    if (!append(current)) {
      broken = true;
    }
    if (next != null && (!append(next) || (block.ends && !replace()))) {
      close(next);
      next = null;
      stale = true;
    }
    lines.addAndGet(block.floors.lines());
  }

  private void begin() {
    close(next);
    next = null;
    lines.set(0);
    try {
      next = RecordFile.create(RecordFile.sibling(file), workers);
    } catch (IOException e) {
      stale = true;
      report(e);
    }
  }

  private boolean replace() {
    try {
      disk.sync(next);
      identity = RecordFile.identity(RecordFile.sibling(file));
      RecordFile.replace(file);
    } catch (IOException e) {
      report(e);
      return false;
    }
    close(current);
    current = next;
    next = null;
    broken = false;
    stale = false;
    failedBefore = false;
    syncFolder();
    return true;
  }

  /** Until then, a power cut may bring the old file back, which gets no more lines. */
  private void syncFolder() {
    Path folder = file.toAbsolutePath().getParent();
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      disk.sync(channel);
    } catch (IOException e) {
      report(e);
    }
  }

  private void report(IOException e) {
    if (!failedBefore) {
      LOG.error("replay windows cannot be kept: {}", e.toString());
    }
    failedBefore = true;
  }

  private static void close(FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      LOG.debug("a file cannot be closed", e);
    }
  }

  private boolean append(FileChannel channel) {
    long size = -1;
    try {
      size = channel.size();
      RecordFile.writeAll(channel, text.text().rewind());
      return true;
    } catch (IOException e) {
      report(e);
      cut(channel, size);
      return false;
    }
  }

  /** A full disk must not leave half a line that later ones stand behind. */
  private static void cut(FileChannel channel, long size) {
    try {
      if (size >= 0) {
        channel.truncate(size);
      }
    } catch (IOException e) {
      LOG.debug("a file cannot be cut", e);
    }
  }
}
