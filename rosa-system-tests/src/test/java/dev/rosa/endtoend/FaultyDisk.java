package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Small disk of a server's own, which fails when a test says so. It is a file system in memory, in
 * a mount namespace that a waiting process keeps. Faults that no file system shows on demand are
 * those of a library ({@code faultydisk.c}) that gcc compiles. One thread's.
 */
final class FaultyDisk implements AutoCloseable {

  /** Faults of writes and syncs, by their words in the library. */
  enum Fault {
    /** No write finds room. */
    FULL,
    /** No write and no sync succeeds. */
    BROKEN,
    /** No write succeeds. */
    READONLY,
    /** Each sync takes two seconds. */
    SLOW,
    /** None. */
    NO
  }

  private static final Path SOURCE =
      Path.of(System.getProperty("basedir", "")).resolve("src/test/c/faultydisk.c");
  private static final int BLOCK_BYTES = 4_096;

  private final Path disk;
  private final Path library;
  private final RunningProgram keeper;

  private FaultyDisk(Path disk, Path library, RunningProgram keeper) {
    this.disk = disk;
    this.library = library;
    this.keeper = keeper;
  }

  /**
   * Makes an empty disk.
   *
   * @param disk folder that servers on it see
   * @param size of the file system, as in {@code mount -o size=}
   */
  static FaultyDisk make(Path disk, String size) throws Exception {
    Files.createDirectory(disk);
    Path library = disk.resolveSibling(disk.getFileName() + ".so");
    compile(library);
    String script =
        "mount -t tmpfs -o mode=700,size=" + size + " none \"$1\"; echo mounted; exec sleep inf";
    RunningProgram keeper =
        Program.of("unshare", "-Urm", "sh", "-ec", script, "sh", disk.toString()).start();
    keeper.await("mounted");
    return new FaultyDisk(disk, library, keeper);
  }

  private static void compile(Path library) throws Exception {
    assumeTrue(Program.of("sh", "-c", "command -v gcc").run().exit() == 0, "gcc is not installed");
    Program.Outcome compiled =
        Program.of(
                "gcc",
                "-std=gnu11",
                "-O2",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-shared",
                "-fPIC",
                SOURCE.toString(),
                "-o",
                library.toString(),
                "-ldl")
            .run();
    if (compiled.exit() != 0) {
      throw new IOException(compiled.said());
    }
  }

  /**
   * Command before that of a server, which then sees this disk.
   *
   * @param server by its name here
   */
  List<String> wrapper(String server) {
    return List.of(
        "nsenter",
        "-t",
        Long.toString(keeper.pid()),
        "-U",
        "-m",
        "--preserve-credentials",
        "env",
        "LD_PRELOAD=" + library,
        "FAULTY_CONTROL=" + control(server),
        "FAULTY_FILES=" + disk);
  }

  /** A file of the disk, as this process reaches it; SQLite does not. */
  private Path file(String name) {
    return Path.of("/proc/" + keeper.pid() + "/root" + disk).resolve(name);
  }

  /** URL of a copy of a database as it is now, also in the middle of its server's work. */
  String copied(String database, RunningProgram server) throws Exception {
    Path copy = disk.resolveSibling(database + ".copy");
    server.signal("STOP");
    try {
      for (String part : List.of("", "-wal")) {
        Path to = copy.resolveSibling(copy.getFileName() + part);
        Files.deleteIfExists(to);
        if (Files.exists(file(database + part))) {
          Files.copy(file(database + part), to);
        }
      }
    } finally {
      server.signal("CONT");
    }
    return "jdbc:sqlite:" + copy;
  }

  private Path control(String server) {
    return disk.resolveSibling(server + ".fault");
  }

  /** Begins to fail for a server, or to go on. */
  void set(String server, Fault fault) throws IOException {
    write(server, fault.name().toLowerCase(Locale.ROOT));
  }

  /** Lets a server stop (SIGSTOP) when what it writes with these bytes is durable. */
  void stopAfter(String server, byte[] written) throws IOException {
    write(server, "stop " + HexFormat.of().formatHex(written));
  }

  /** Lets a server be killed (SIGKILL) when what it writes with these bytes is durable. */
  void killAfter(String server, byte[] written) throws IOException {
    write(server, "kill " + HexFormat.of().formatHex(written));
  }

  private void write(String server, String words) throws IOException {
    Path next = Files.writeString(disk.resolveSibling(server + ".next"), words);
    Files.move(next, control(server), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Fills the file system to its last byte. */
  void fill() throws IOException {
    try (OutputStream rest = Files.newOutputStream(file("rest"))) {
      while (true) {
        rest.write(new byte[BLOCK_BYTES]);
      }
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("No space left")) {
        throw e;
      }
    }
  }

  /** Gives the room back. */
  void empty() throws IOException {
    Files.deleteIfExists(file("rest"));
  }

  @Override
  public void close() {
    keeper.close();
  }
}
