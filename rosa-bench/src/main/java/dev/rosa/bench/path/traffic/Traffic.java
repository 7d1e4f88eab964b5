package dev.rosa.bench.path.traffic;

import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Sender of frames from src that counts them at dst, one run at a time. It is the same program for
 * all that is measured, so that its cost is the same. Owned by one thread.
 */
public final class Traffic {

  /**
   * Pace of a run.
   *
   * @param seconds that it lasts
   * @param packetsPerSecond 0: as many as the sender can send
   * @param burst frames in a system call at most
   * @param isTimed whether every packet's latency is wanted
   * @param isOrdered whether packets come in a form in which they are known by their order only
   */
  public record Pace(
      double seconds, long packetsPerSecond, int burst, boolean isTimed, boolean isOrdered) {

    public static Pace saturated(double seconds) {
      return new Pace(seconds, 0, 64, false, false);
    }

    public static Pace paced(double seconds, long packetsPerSecond, boolean ordered) {
      return new Pace(seconds, packetsPerSecond, 1, true, ordered);
    }

    public static Pace at(double seconds, double packetsPerSecond) {
      return new Pace(seconds, Math.round(packetsPerSecond), 32, false, false);
    }

    /** More than any sender here sends in a second. */
    private static final long MOST = 700_000;

    public long frames() {
      return Math.round(seconds * (packetsPerSecond == 0 ? MOST : packetsPerSecond)) + 512;
    }
  }

  /** Headers, tag and padding of a tunnel, generously. */
  private static final int SEALING_BYTES = 128;

  private static final int MOST_RECORDING_SECONDS = 20;

  /** More than any end seals; what it cannot take is lost before it costs anything. */
  private static final double RECORDED_PER_SECOND = 250_000;

  private static final long REST_MILLIS = 300;
  private static final Pattern RECORDED = Pattern.compile("^recorded \\d+$");

  /** Part of a run that comes before its window. */
  private static final double WARM_SHARE = 0.2;

  /** Nap of the sender where other processes need its core: as long as a burst may wait. */
  private static final int NAP_MICROS = 200;

  private static final int FEW_FRAMES_BYTES = 1 << 20;

  private final Path program;
  private final Path recorder;
  private final Cores cores;
  private final FrameFile frames;
  private final FrameFile few;

  /**
   * Sends with these programs.
   *
   * @param programs folder in which {@code path_traffic} and {@code path_record} are
   */
  public Traffic(Path programs, Cores cores, FrameFile frames) throws IOException {
    this.program = programs.resolve("path_traffic");
    this.recorder = programs.resolve("path_record");
    this.cores = cores;
    this.frames = frames;
    this.few = new FrameFile(BenchNetwork.memory("few-frames"), FEW_FRAMES_BYTES);
  }

  /** One run from link to link; {@code pids} are the processes whose time counts. */
  public TrafficReading run(FrameSource source, Pace pace, List<Long> pids)
      throws IOException, InterruptedException {
    frames.fill(source, pace.frames());
    Run run = new Run(frames, Route.LINKS, pace, pids);
    return result(run, start(run));
  }

  /** One run that is too long to be prepared: frames are made while others are sent. */
  public TrafficReading runLong(FrameSource source, Pace pace, List<Long> pids)
      throws IOException, InterruptedException {
    frames.fill(source, pace.frames());
    frames.expectMore();
    Thread sealing = new Thread(frames::keepFull, "sealing");
    sealing.start();
    try {
      Run run = new Run(frames, Route.LINKS, pace, pids);
      return result(run, start(run));
    } finally {
      frames.finish();
      sealing.join();
    }
  }

  /** One run of a few frames over and over, where repetition does no harm. */
  public TrafficReading repeat(FrameSource source, Pace pace, Route route, List<Long> pids)
      throws IOException, InterruptedException {
    few.repeat(source);
    Run run = new Run(few, route, pace, pids);
    return result(run, start(run));
  }

  /** One run of frames that were {@link #record recorded}, each of which may be sent once. */
  public TrafficReading replay(Pace pace, List<Long> pids)
      throws IOException, InterruptedException {
    Run run = new Run(frames, Route.HUB, pace, pids);
    return result(run, start(run));
  }

  /**
   * Lets the tunnel's end in src seal packets, and takes them off the link before the hub gets
   * them. The core of the hub, which has nothing to do meanwhile, sends and records.
   *
   * @param count how many are wanted
   * @return how many there are
   */
  public long record(FrameSource plain, long count) throws IOException, InterruptedException {
    frames.makeRoom(count, plain.frameBytes() + SEALING_BYTES);
    few.repeat(plain);
    List<String> command =
        List.of(
            recorder.toString(),
            frames.path().toString(),
            "/proc/self/ns/net",
            "r0",
            Integer.toString(BenchNetwork.WIREGUARD_PORT),
            Long.toString(count),
            Integer.toString(MOST_RECORDING_SECONDS));
    BenchNetwork.holdBack();
    try (RunningProgram recording = Program.of("path_record", cores.onRouter(command)).start()) {
      recording.awaitReady();
      Pace pace = Pace.at(MOST_RECORDING_SECONDS, RECORDED_PER_SECOND);
      Process sender = start(new Run(few, Route.WHOLE, pace, List.of()), cores.router());
      try {
        String said = recording.await(RECORDED);
        return Long.parseLong(said.split(" ")[1]);
      } finally {
        sender.destroyForcibly().waitFor();
        // Otherwise packets that the end has still to seal would make all recorded ones look like
        // replays.
        Thread.sleep(REST_MILLIS);
      }
    } finally {
      BenchNetwork.letPass();
    }
  }

  /** A run that is to be started. */
  private record Run(FrameFile frames, Route route, Pace pace, List<Long> pids) {}

  private Process start(Run run) throws IOException {
    return start(run, cores.traffic());
  }

  private Process start(Run run, int core) throws IOException {
    List<String> command = new ArrayList<>(List.of("taskset", "-c", Integer.toString(core)));
    command.add(program.toString());
    command.add(run.frames().path().toString());
    command.addAll(List.of(BenchNetwork.namespace("src").toString(), run.route().sourceLink()));
    command.addAll(
        List.of(BenchNetwork.namespace("dst").toString(), run.route().destinationLink()));
    Pace pace = run.pace();
    command.add("seconds=" + pace.seconds());
    command.add("warm=" + pace.seconds() * WARM_SHARE);
    command.add("pps=" + pace.packetsPerSecond());
    command.add("burst=" + pace.burst());
    command.add("train=" + Math.min(pace.burst(), run.frames().trainFrames()));
    command.add("skip=" + run.route().skip());
    command.add("nap=" + (run.route().isShared() ? NAP_MICROS : 0));
    run.pids().forEach(pid -> command.add("pid=" + pid));
    if (pace.isTimed()) {
      command.add("latency=" + latencyFile());
      command.add("sequence=" + (pace.isOrdered() ? 0 : run.frames().sequenceOffset()));
    }
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static Path latencyFile() {
    return BenchNetwork.memory("latency");
  }

  private TrafficReading result(Run run, Process process) throws IOException, InterruptedException {
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
    Pace pace = run.pace();
    Optional<Latency> latency =
        pace.isTimed() ? Latency.read(latencyFile(), pace.isOrdered()) : Optional.empty();
    return reading(TrafficCounters.parse(lines, cores.router()), run, latency);
  }

  private static TrafficReading reading(
      Map<String, TrafficCounters> marks, Run run, Optional<Latency> latency) {
    TrafficCounters begin = marks.get("begin");
    TrafficCounters end = marks.get("end");
    TrafficCounters rest = marks.get("rest");
    double seconds = (end.nanos() - begin.nanos()) / 1e9;
    long inWindow = delivered(begin, end, run);
    double perPacket = TrafficCounters.NANOS_PER_TICK / Math.max(1, inWindow);
    long ticks = Math.max(1, end.allTicks() - begin.allTicks());
    return new TrafficReading(
        seconds,
        (end.sent() - begin.sent()) / seconds,
        inWindow / seconds,
        rest.sent() - begin.sent(),
        delivered(begin, rest, run),
        (end.busyTicks() - begin.busyTicks()) * perPacket,
        (end.softirqTicks() - begin.softirqTicks()) * perPacket,
        (end.processTicks() - begin.processTicks()) * perPacket,
        (double) (end.busyTicks() - begin.busyTicks()) / ticks,
        latency);
  }

  private static long delivered(TrafficCounters from, TrafficCounters to, Run run) {
    return run.route()
        .frames(
            to.delivered() - from.delivered(),
            to.deliveredBytes() - from.deliveredBytes(),
            run.frames().frameBytes());
  }
}
