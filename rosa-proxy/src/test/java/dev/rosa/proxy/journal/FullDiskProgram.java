package dev.rosa.proxy.journal;

import dev.rosa.config.ByteSize;
import dev.rosa.proxy.rules.LogConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/** Fills a small disk, makes room again, and prints what the log has of it. */
final class FullDiskProgram {

  private FullDiskProgram() {}

  public static void main(String[] args) throws Exception {
    Path disk = Path.of(args[0]);
    Path log = disk.resolve("proxy.log");
    Path other = disk.resolve("other");
    Files.write(other, new byte[40 * 1024]);
    ConnectionLogFile file =
        ConnectionLogFile.prepared(
            new LogConfig(log, new ByteSize(1 << 20), 2, null), 10, InstantSource.system());
    for (int i = 0; i < 500; i++) {
      file.writeBatch(Entries.request(i, "http://a.example/"));
    }
    long lost = file.lost();
    Files.delete(other);
    file.writeBatch(Entries.request(500, "http://a.example/"));
    file.close();
    long[] counts = new long[2];
    new JournalReader(log)
        .all(
            line -> {
              counts[0] += line.path("lines").asLong();
              counts[1] += line.has("connection") ? 1 : 0;
            });
    System.out.println(
        "lost=" + (lost > 0) + " told=" + (counts[0] == lost) + " sum=" + (counts[0] + counts[1]));
  }
}
