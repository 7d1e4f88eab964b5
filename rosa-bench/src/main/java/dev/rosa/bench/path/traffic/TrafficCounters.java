package dev.rosa.bench.path.traffic;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Parsed output of {@code path_traffic}: counters at a moment that it marks.
 *
 * @param nanos on the system's clock
 * @param sent frames so far
 * @param delivered packets at dst's link so far
 * @param deliveredBytes of them
 * @param processTicks user and system time of the processes asked for
 * @param softirqTicks of the core that is watched: the kernel's work on its packets
 * @param busyTicks of that core: everything that ran there, softirqs included
 * @param allTicks of that core
 */
public record TrafficCounters(
    long nanos,
    long sent,
    long delivered,
    long deliveredBytes,
    long processTicks,
    long softirqTicks,
    long busyTicks,
    long allTicks) {

  /** Linux tells times in hundredths of a second on every architecture it runs on. */
  static final double NANOS_PER_TICK = 1e7;

  private static final int RECEIVED_BYTES = 1;
  private static final int RECEIVED_PACKETS = 2;
  private static final int UTIME = 11;
  private static final int STIME = 12;
  private static final int IDLE = 3;
  private static final int IOWAIT = 4;
  private static final int IRQ = 5;
  private static final int SOFTIRQ = 6;
  private static final int STEAL = 7;

  /** All marks by name. */
  public static Map<String, TrafficCounters> parse(List<String> lines, int core)
      throws IOException {
    Map<String, TrafficCounters> marks = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("mark ")) {
        int end = i + 1;
        while (end < lines.size() && !lines.get(end).startsWith("mark ")) {
          end++;
        }
        marks.put(lines.get(i).split(" ")[1], one(lines.subList(i, end), core));
      }
    }
    for (String name : List.of("begin", "end", "rest")) {
      if (!marks.containsKey(name)) {
        throw new IOException("path_traffic did not get to its '" + name + "': " + lines);
      }
    }
    return marks;
  }

  private static TrafficCounters one(List<String> lines, int core) {
    String head = lines.get(0);
    long delivered = 0;
    long bytes = 0;
    long ticks = 0;
    long[] times = new long[STEAL + 1];
    for (String line : lines.subList(1, lines.size())) {
      if (line.startsWith("cpu" + core + " ")) {
        times = times(line);
      } else if (line.contains(") ")) {
        String[] fields = line.substring(line.lastIndexOf(") ") + 2).split(" ");
        ticks += Long.parseLong(fields[UTIME]) + Long.parseLong(fields[STIME]);
      } else if (!line.startsWith("cpu")) {
        String[] fields = line.split("[: ]+");
        bytes = Long.parseLong(fields[RECEIVED_BYTES]);
        delivered = Long.parseLong(fields[RECEIVED_PACKETS]);
      }
    }
    long all = LongStream.of(times).sum();
    return new TrafficCounters(
        number(head, "nanos"),
        number(head, "sent"),
        delivered,
        bytes,
        ticks,
        times[IRQ] + times[SOFTIRQ],
        all - times[IDLE] - times[IOWAIT] - times[STEAL],
        all);
  }

  private static long[] times(String line) {
    String[] fields = line.split(" +");
    long[] times = new long[STEAL + 1];
    for (int i = 0; i < times.length; i++) {
      times[i] = Long.parseLong(fields[i + 1]);
    }
    return times;
  }

  private static long number(String line, String name) {
    return Long.parseLong(line.replaceAll(".*\\b" + name + "=(\\d+).*", "$1"));
  }
}
