package dev.rosa.router.session;

import dev.rosa.router.session.ReplayRecord.Block;
import dev.rosa.router.session.ReplayRecord.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Opener of the {@link ReplayRecord}s of a router's workers, each with a file of its own: {@code
 * file}, {@code file.1} …
 */
public final class ReplayRecords {

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
  }

  /**
   * Opens them. All workers know what any of them kept last time, as a session may come to another
   * worker now. Files of more workers than there are now are merged into the first one and removed:
   * nothing is added to them any more, and their clocks would hold the {@link SettledClock} back at
   * every start.
   *
   * @throws IOException as {@link ReplayRecord#open(Path)}
   */
  public static List<ReplayRecord> open(Path file, int workers) throws IOException {
    return open(file, workers, ReplayRecord::force);
  }

  /** As above, on a disk that is not the system's. */
  public static List<ReplayRecord> open(Path file, int workers, Disk disk) throws IOException {
    List<ReplayRecord> records = new ArrayList<>();
    ReplayFloors all = new ReplayFloors(ReplayRecord.FLOORS_PER_BLOCK);
    for (int i = 0; i < workers || Files.exists(ofWorker(file, i)); i++) {
      ReplayRecord record = ReplayRecord.open(ofWorker(file, i), disk);
      all.addAll(record.before());
      records.add(record);
    }
    merge(records.subList(workers, records.size()), records.get(0));
    return records.stream().limit(workers).map(record -> record.knowing(all)).toList();
  }

  private static Path ofWorker(Path file, int worker) {
    return worker == 0 ? file : file.resolveSibling(file.getFileName() + "." + worker);
  }

  /**
   * Writes what former workers kept into another record, and removes their files when it is on the
   * disk. The last worker's goes first: the next start, which looks for them in their order, finds
   * those that a crash has left. If it cannot be brought there, they stay for the next start.
   *
   * @throws IOException if a file cannot be removed
   */
  private static void merge(List<ReplayRecord> former, ReplayRecord into) throws IOException {
    for (ReplayRecord record : former) {
      write(record.before(), into);
    }
    for (int i = former.size() - 1; i >= 0; i--) {
      if (into.isComplete()) {
        former.get(i).remove();
      } else {
        former.get(i).close();
      }
    }
  }

  private static void write(ReplayFloors kept, ReplayRecord into) {
    Block block = into.freeBlock();
    for (int i = 0; i < kept.count(); i++) {
      if (block.floors.room() == 0) {
        settle(block, into);
        block = into.freeBlock();
      }
      block.floors.add(kept.session(i), kept.highest(i), kept.endSeconds(i), kept.user(i));
    }
    block.floors.lost().addAll(kept.lost());
    block.floors.noteEnded(kept.endedSeconds());
    block.syncs = true;
    settle(block, into);
  }

  /** Writes a block, which is free again then. */
  private static void settle(Block full, ReplayRecord into) {
    into.hand(full);
    into.settle();
  }
}
