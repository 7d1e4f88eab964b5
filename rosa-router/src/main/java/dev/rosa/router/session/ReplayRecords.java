package dev.rosa.router.session;

import dev.rosa.config.PrivateFolder;
import dev.rosa.router.session.ReplayRecord.Block;
import dev.rosa.router.session.ReplayRecord.Disk;
import dev.rosa.session.SettledClock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opener of the {@link ReplayRecord}s of a router's workers, each with a file of its own: {@code
 * file}, {@code file.1} …
 */
public final class ReplayRecords {

  private static final Logger LOG = LoggerFactory.getLogger(ReplayRecords.class);
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,3}");
  private static final Pattern ENDS =
      Pattern.compile("(\\.[1-9][0-9]{0,3}|\\.nonces)?(\\.new|\\.lock)?");

  private ReplayRecords() {}

  /**
   * Looks whether {@link #open} has a chance, and changes nothing.
   *
   * @throws IOException in one line if it has none
   */
  public static void check(Path file) throws IOException {
    Path folder = file.getParent();
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new IOException(
          file + " lies in " + folder + ", expected a folder that can be written");
    }
    if (Files.isDirectory(file)) {
      throw new IOException(file + ": is a folder, expected a file or none");
    }
    PrivateFolder.requireClosed(folder, part -> isPart(file, part));
  }

  /**
   * Reads all files, those of the nonces, too, and changes nothing.
   *
   * @throws IOException in one line if one is damaged or missing
   */
  public static void checkContents(Path file) throws IOException {
    int there = numberThere(file);
    requireAll(file, there);
    for (int i = 0; i < there; i++) {
      int workers = ReplayRecordText.check(ofWorker(file, i));
      requireAll(file, i == 0 ? workers : 0);
    }
    new NonceRecord(file, InstantSource.system()).check();
  }

  /** True for the files that a router with this record writes; its state has a folder. */
  private static boolean isPart(Path record, Path file) {
    String end = file.getFileName().toString();
    String name = record.getFileName().toString();
    return end.startsWith(name) && ENDS.matcher(end).region(name.length(), end.length()).matches();
  }

  /** One more than the last worker who has a file; 0: none has. */
  private static int numberThere(Path file) throws IOException {
    int most = Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? 1 : 0;
    String begin = file.getFileName() + ".";
    try (DirectoryStream<Path> all = Files.newDirectoryStream(file.toAbsolutePath().getParent())) {
      for (Path one : all) {
        String name = one.getFileName().toString();
        if (name.startsWith(begin) && NUMBER.matcher(name.substring(begin.length())).matches()) {
          most = Math.max(most, Integer.parseInt(name.substring(begin.length())) + 1);
        }
      }
    }
    return most;
  }

  /** Refuses a start that would take replays because a file of some worker was lost. */
  private static void requireAll(Path file, int number) throws IOException {
    for (int i = 0; i < number; i++) {
      if (Files.notExists(ofWorker(file, i), LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(
            "%s: is missing, expected the replay windows of worker %d; bring it back, or remove %s"
                    .formatted(ofWorker(file, i), i, file)
                + " and all of its workers' to start without");
      }
    }
  }

  /**
   * Opens them. All workers know what any of them kept last time, as a session may come to another
   * worker now. Files of more workers than there are now are merged into the first one and removed:
   * nothing is added to them any more, and their clocks would hold the {@link SettledClock} back at
   * every start.
   *
   * @param skewSeconds how long before SST and after SET packets are accepted in this run
   * @throws IOException as {@link ReplayRecord#open(Path, long)}
   */
  public static List<ReplayRecord> open(Path file, int workers, long skewSeconds)
      throws IOException {
    return open(file, workers, skewSeconds, ReplayRecord::force);
  }

  /** As above, on a disk that is not the system's. */
  public static List<ReplayRecord> open(Path file, int workers, long skewSeconds, Disk disk)
      throws IOException {
    PrivateFolder.requireOurs(file.toAbsolutePath().getParent(), part -> isPart(file, part));
    int there = numberThere(file);
    requireAll(file, there);
    if (there == 0 && NonceRecord.isBeside(file)) {
      LOG.warn(
          "{}: is missing, and a router kept one here: packets that it has accepted may be accepted"
              + " once more while their sessions last",
          file);
    }
    List<ReplayRecord> records = new ArrayList<>();
    ReplayFloors all = new ReplayFloors(ReplayRecord.FLOORS_PER_BLOCK);
    for (int i = 0; i < Math.max(workers, there); i++) {
      ReplayRecord record = ReplayRecord.open(ofWorker(file, i), skewSeconds, disk);
      all.addAll(record.before());
      records.add(record);
      if (i == 0) {
        requireAll(file, record.workers());
      }
    }
    merge(records.subList(workers, records.size()), records.get(0), workers, all.latestSeconds());
    return records.stream().limit(workers).map(record -> record.knowing(all)).toList();
  }

  private static Path ofWorker(Path file, int worker) {
    return worker == 0 ? file : file.resolveSibling(file.getFileName() + "." + worker);
  }

  /**
   * Writes what former workers kept into another record, with the number of workers now, and
   * removes their files when it is on the disk. The last worker's goes first: the next start, which
   * looks for them in their order, finds those that a crash has left. If it cannot be brought
   * there, they stay for the next start.
   *
   * @throws IOException if a file cannot be removed
   */
  private static void merge(
      List<ReplayRecord> former, ReplayRecord into, int workers, long latestSeconds)
      throws IOException {
    for (ReplayRecord record : former) {
      write(record.before(), latestSeconds, into);
    }
    into.noteWorkers(workers);
    for (int i = former.size() - 1; i >= 0; i--) {
      if (into.isComplete()) {
        former.get(i).remove();
      } else {
        former.get(i).close();
      }
    }
  }

  private static void write(ReplayFloors kept, long latestSeconds, ReplayRecord into) {
    Block block = into.freeBlock();
    for (int i = 0; i < kept.count(); i++) {
      if (block.floors.room() == 0) {
        settle(block, into);
        block = into.freeBlock();
      }
      block.floors.addFrom(kept, i);
    }
    block.floors.lost().addAll(kept.lost());
    block.floors.noteEnded(kept.endedSeconds());
    block.floors.setLatest(latestSeconds);
    block.syncs = true;
    settle(block, into);
  }

  /** Writes a block, which is free again then. */
  private static void settle(Block full, ReplayRecord into) {
    into.hand(full);
    into.settle();
  }
}
