package dev.rosa.bench.path;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sends frames from src and watches them come to dst, one run at a time: the same program for all
 * that is measured, so that its cost is the same. Owned by one thread.
 */
final class Traffic {

  /**
   * How a run goes.
   *
   * @param seconds that it lasts
   * @param packetsPerSecond 0: as many as the sender can send
   * @param burst frames in a system call at most
   * @param isTimed whether every packet's latency is wanted
   * @param isOrdered whether packets come in a form in which they are known by their order only
   */
  record Pace(
      double seconds, long packetsPerSecond, int burst, boolean isTimed, boolean isOrdered) {

    static Pace saturated(double seconds) {
      return new Pace(seconds, 0, 64, false, false);
    }

    static Pace paced(double seconds, long packetsPerSecond, boolean ordered) {
      return new Pace(seconds, packetsPerSecond, 1, true, ordered);
    }

    static Pace at(double seconds, double packetsPerSecond) {
      return new Pace(seconds, Math.round(packetsPerSecond), 32, false, false);
    }

    /** More than any sender here sends in a second. */
    private static final long MOST = 700_000;

    long frames() {
      return Math.round(seconds * (packetsPerSecond == 0 ? MOST : packetsPerSecond)) + 512;
    }
  }

  /** Part of a run that comes before its window. */
  private static final double WARM_SHARE = 0.2;

  private final Path program;
  private final Cores cores;
  private final FrameFile frames;

  Traffic(Path program, Cores cores, FrameFile frames) {
    this.program = program;
    this.cores = cores;
    this.frames = frames;
  }

  /** One run; {@code pids} are the processes whose time counts. */
  Reading run(FrameSource source, Pace pace, List<Long> pids)
      throws IOException, InterruptedException {
    frames.fill(source, pace.frames());
    return result(start(source, pace, pids), pace);
  }

  /** One run that is too long to be prepared: frames are made while others are sent. */
  Reading runLong(FrameSource source, Pace pace, List<Long> pids)
      throws IOException, InterruptedException {
    frames.fill(source, pace.frames());
    frames.expectMore();
    Thread sealing = new Thread(frames::keepFull, "sealing");
    sealing.start();
    try {
      return result(start(source, pace, pids), pace);
    } finally {
      frames.finish();
      sealing.join();
    }
  }

  private Process start(FrameSource source, Pace pace, List<Long> pids) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.add(frames.path().toString());
    command.addAll(List.of(Ground.namespace("src").toString(), "s0"));
    command.addAll(List.of(Ground.namespace("dst").toString(), "d0"));
    command.add("seconds=" + pace.seconds());
    command.add("warm=" + pace.seconds() * WARM_SHARE);
    command.add("pps=" + pace.packetsPerSecond());
    command.add("burst=" + pace.burst());
    pids.forEach(pid -> command.add("pid=" + pid));
    if (pace.isTimed()) {
      command.add("latency=" + latencyFile());
      command.add("sequence=" + (pace.isOrdered() ? 0 : source.sequenceOffset()));
    }
    return new ProcessBuilder(cores.onTraffic(command)).redirectErrorStream(true).start();
  }

  private static Path latencyFile() {
    return Ground.memory("latency");
  }

  private Reading result(Process process, Pace pace) throws IOException, InterruptedException {
    List<String> lines;
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      lines = said.lines().filter(line -> !line.isBlank()).toList();
      if (process.waitFor() != 0) {
        throw new IOException("the traffic program failed: " + lines);
      }
    } finally {
      process.destroyForcibly();
    }
    Optional<Latency> latency =
        pace.isTimed() ? Latency.read(latencyFile(), pace.isOrdered()) : Optional.empty();
    return reading(Marks.parse(lines, cores.router()), latency);
  }

  private static Reading reading(Map<String, Marks> marks, Optional<Latency> latency) {
    Marks begin = marks.get("begin");
    Marks end = marks.get("end");
    Marks rest = marks.get("rest");
    double seconds = (end.nanos() - begin.nanos()) / 1e9;
    long delivered = Math.max(1, end.delivered() - begin.delivered());
    double perPacket = Marks.NANOS_PER_TICK / delivered;
    long ticks = Math.max(1, end.allTicks() - begin.allTicks());
    return new Reading(
        seconds,
        (end.sent() - begin.sent()) / seconds,
        (end.delivered() - begin.delivered()) / seconds,
        rest.sent() - begin.sent(),
        rest.delivered() - begin.delivered(),
        (end.processTicks() - begin.processTicks()) * perPacket,
        (end.softirqTicks() - begin.softirqTicks()) * perPacket,
        1 - (double) (end.idleTicks() - begin.idleTicks()) / ticks,
        latency);
  }
}
