package dev.rosa.kernel.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Capability sets of one thread, as {@code /proc} tells; see capabilities(7). Bit n stands for
 * capability n. Immutable.
 *
 * @param effective capabilities that count now
 * @param permitted capabilities that may be made effective
 * @param inheritable capabilities that an exec may hand on
 * @param ambient capabilities that an exec hands on to any program
 * @param bounding capabilities that an exec can give at most
 * @param noNewPrivileges true if no exec can give more than there is
 */
public record CapabilitySets(
    long effective,
    long permitted,
    long inheritable,
    long ambient,
    long bounding,
    boolean noNewPrivileges) {

  private static final Path THIS_THREAD = Path.of("/proc/thread-self/status");
  private static final Path TASKS = Path.of("/proc/self/task");
  private static final int HEX = 16;

  /** The calling thread's. */
  public static CapabilitySets ofThisThread() throws IOException {
    return read(THIS_THREAD);
  }

  /** Those of every thread of this process, those that the JVM has for itself among them. */
  public static List<CapabilitySets> ofAllThreads() throws IOException {
    List<CapabilitySets> all = new ArrayList<>();
    try (Stream<Path> tasks = Files.list(TASKS)) {
      for (Path task : tasks.toList()) {
        addIfAlive(all, task.resolve("status"));
      }
    }
    return all;
  }

  private static void addIfAlive(List<CapabilitySets> all, Path status) throws IOException {
    try {
      all.add(read(status));
    } catch (NoSuchFileException e) {
      // The thread has ended since it was listed.
      return;
    } catch (IOException e) {
      // While a thread ends, its status opens and then cannot be read (ESRCH).
      if (Files.exists(status)) {
        throw e;
      }
    }
  }

  /** True if a capability counts now. */
  public boolean has(Capability capability) {
    return (effective & capability.bit()) != 0;
  }

  /** True if a capability is effective, permitted, or handed on to any program. */
  boolean any() {
    return (effective | permitted | ambient) != 0;
  }

  /** True if no capability is effective, permitted, or available by an exec. */
  public boolean none() {
    return (effective | permitted | inheritable | ambient) == 0
        && (noNewPrivileges || bounding == 0);
  }

  static CapabilitySets read(Path status) throws IOException {
    return parse(Files.readString(status, StandardCharsets.ISO_8859_1));
  }

  static CapabilitySets parse(String status) throws IOException {
    return new CapabilitySets(
        set(status, "CapEff"),
        set(status, "CapPrm"),
        set(status, "CapInh"),
        set(status, "CapAmb"),
        set(status, "CapBnd"),
        set(status, "NoNewPrivs") != 0);
  }

  private static long set(String status, String key) throws IOException {
    String line =
        status
            .lines()
            .filter(one -> one.startsWith(key + ":"))
            .findFirst()
            .orElseThrow(() -> new IOException("this system's /proc says nothing of " + key));
    return Long.parseUnsignedLong(line.substring(key.length() + 1).strip(), HEX);
  }
}
