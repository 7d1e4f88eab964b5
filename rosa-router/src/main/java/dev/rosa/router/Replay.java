package dev.rosa.router;

import dev.rosa.packetio.PcapPacketIo;
import dev.rosa.packetio.PcapReader;
import dev.rosa.packetio.PcapWriter;
import dev.rosa.router.catalogue.CodeServerLink;
import dev.rosa.router.catalogue.KeptState;
import dev.rosa.router.execution.ExecutionEnvironment;
import dev.rosa.router.execution.WorkerClock;
import dev.rosa.router.pipeline.LoadingLanes;
import dev.rosa.router.pipeline.RouterTally;
import dev.rosa.router.pipeline.RouterWorker;
import dev.rosa.router.pipeline.Workers;
import dev.rosa.router.session.ReplayRecord;
import dev.rosa.router.setup.RouterSetup;
import dev.rosa.router.status.RouterStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Replay of a pcap capture through the router's pipeline, to examine a captured problem offline. It
 * takes the capture through the pipeline that packets from links take, writes the packets that
 * would leave to another capture, and prints the counters. Code, secrets and catalogue come from
 * the Code Server.
 */
final class Replay {

  /**
   * Options of a replay.
   *
   * @param in the capture
   * @param out where to write what would leave
   * @param at the time that packets are judged by; null: the time of their capture
   * @param patience how long to wait for the Code Server
   */
  record Options(Path in, Path out, Instant at, Duration patience) {}

  private final RouterSetup setup;
  private final Options options;
  private final ExecutionEnvironment environment;

  Replay(RouterSetup setup, Options options) {
    this.setup = setup;
    this.options = options;
    this.environment = setup.executionEnvironment();
  }

  /**
   * Replays, and prints the counters.
   *
   * @param json as one JSON object instead of a table
   * @throws IOException in one line if a file cannot be read or written, or no Code Server answered
   */
  void run(PrintWriter print, boolean json) throws IOException, InterruptedException {
    if (Files.exists(options.out()) && Files.isSameFile(options.in(), options.out())) {
      throw new IOException(options.out() + ": is the capture itself, expected another file");
    }
    // Opened first: a file that is no capture is refused without a Code Server.
    try (PcapReader in = PcapReader.open(options.in());
        CodeServerLink link = setup.connect(KeptState.none())) {
      String problem = link.awaitCatalogue(options.patience());
      if (problem != null) {
        throw new IOException(
            "no catalogue within %d s: %s".formatted(options.patience().toSeconds(), problem));
      }
      RouterTally tally = replay(in, link);
      print.print(json ? RouterStatus.write(asMap(tally)) : table(tally));
      print.flush();
    }
  }

  private RouterTally replay(PcapReader in, CodeServerLink link) throws IOException {
    AtomicReference<RouterWorker> running = new AtomicReference<>();
    int overlayPort = setup.config().overlayPort();
    LoadingLanes loading = new LoadingLanes();
    try (PcapWriter out = PcapWriter.create(options.out(), in.hasNanos());
        PcapPacketIo io =
            PcapPacketIo.open(in, out, overlayPort, () -> running.get().parkedNow() > 0)) {
      // A batch that waits as a whole must find room: nothing is lost that came in peace.
      int batch = Math.max(1, setup.config().parking().perCode());
      RouterWorker worker =
          new RouterWorker(
              setup.policy(),
              setup.sizes(batch).ofCapture(),
              io,
              setup.providers(),
              new RouterWorker.Supplies(
                  link,
                  environment::loadForPackets,
                  loading,
                  ReplayRecord.none(),
                  Runnable::run,
                  setup.nonces()),
              WorkerClock.of(
                  options.at() == null ? io.clock() : InstantSource.fixed(options.at())));
      running.set(worker);
      worker.run();
      return new RouterTally(new Workers(List.of(worker)), environment, link);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      loading.close();
    }
  }

  private Map<String, Object> asMap(RouterTally tally) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("router", setup.self().id().name());
    result.put("in", options.in().toString());
    result.put("out", options.out().toString());
    result.put("packets", tally.packets());
    result.put("drops", tally.drops());
    result.put("applications", tally.applications());
    return result;
  }

  private String table(RouterTally tally) {
    StringBuilder table = new StringBuilder();
    table.append("%s replayed to %s%n".formatted(options.in(), options.out()));
    tally.packets().forEach((name, count) -> line(table, name, count));
    table.append("dropped%n".formatted());
    tally.drops().entrySet().stream()
        .filter(drop -> drop.getValue() > 0)
        .forEach(drop -> line(table, "  " + drop.getKey(), drop.getValue()));
    long dropped = tally.drops().values().stream().mapToLong(Long::longValue).sum();
    line(table, "  in all", dropped);
    for (Map<String, Object> application : tally.applications()) {
      table.append(
          "application %s: %s%n".formatted(application.get("name"), application.get("counters")));
    }
    return table.toString();
  }

  private static void line(StringBuilder table, String name, long count) {
    table.append("%-20s %12d%n".formatted(name, count));
  }
}
