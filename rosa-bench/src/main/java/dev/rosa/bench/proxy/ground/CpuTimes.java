package dev.rosa.bench.proxy.ground;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * CPU times of processes, by the scheduler's own nanoseconds. The kernel's work on packets counts
 * where it interrupts: mostly in the process that has sent them. Immutable.
 *
 * @param nanosByThread of all threads that there are at this moment
 */
public record CpuTimes(Map<String, Long> nanosByThread) {

  private static final Path PROCESSES = Path.of("/proc");

  /** Those of some processes and of all that these have started. */
  public static CpuTimes of(List<Long> processes) throws IOException {
    return of(processes, name -> true);
  }

  /** Those of the threads among them in which a JVM compiles. */
  public static CpuTimes ofCompilers(List<Long> processes) throws IOException {
    return of(processes, name -> name.startsWith("C1 ") || name.startsWith("C2 "));
  }

  private static CpuTimes of(List<Long> processes, Predicate<String> threads) throws IOException {
    Map<String, Long> nanos = new HashMap<>();
    for (long process : processes) {
      for (long one : family(process)) {
        add(nanos, one, threads);
      }
    }
    return new CpuTimes(nanos);
  }

  private static List<Long> family(long process) {
    List<Long> all = new ArrayList<>(List.of(process));
    ProcessHandle.of(process).stream()
        .flatMap(ProcessHandle::descendants)
        .forEach(handle -> all.add(handle.pid()));
    return all;
  }

  private static void add(Map<String, Long> nanos, long process, Predicate<String> wanted)
      throws IOException {
    Path threads = PROCESSES.resolve(Long.toString(process)).resolve("task");
    if (!Files.exists(threads)) {
      return;
    }
    try (Stream<Path> all = Files.list(threads)) {
      for (Path thread : all.toList()) {
        String name = text(thread.resolve("comm"));
        String times = text(thread.resolve("schedstat"));
        if (wanted.test(name) && !times.isEmpty()) {
          nanos.put(thread.getFileName().toString(), parse(times));
        }
      }
    }
  }

  /** Empty if the thread has ended. */
  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  /** The first number of a thread's {@code schedstat}: the time that it ran. */
  static long parse(String schedstat) {
    return Long.parseLong(schedstat.strip().split(" ")[0]);
  }

  /** Nanoseconds since an earlier moment; threads that have ended since are not counted. */
  public long since(CpuTimes before) {
    return nanosByThread.entrySet().stream()
        .mapToLong(
            thread -> thread.getValue() - before.nanosByThread.getOrDefault(thread.getKey(), 0L))
        .filter(nanos -> nanos > 0)
        .sum();
  }
}
