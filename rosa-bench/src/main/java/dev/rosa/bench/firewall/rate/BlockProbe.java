package dev.rosa.bench.firewall.rate;

import dev.rosa.bench.firewall.ground.AttackedHost;
import dev.rosa.bench.firewall.result.BlockTimes;
import dev.rosa.bench.namespace.Cores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Measurement of the time from evidence to block: {@code firewall_probe} sends packets of a source,
 * reports it, and sees when its packets no longer come. Owned by one thread.
 */
public final class BlockProbe {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final int BYTE = 256;

  /** A slow firewall, or a busy machine, is no reason to wait for long. */
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Path program;
  private final AttackedHost host;
  private final Cores cores;
  private int next;

  /**
   * Measures with a program.
   *
   * @param programs folder in which {@code firewall_probe} is
   */
  public BlockProbe(Path programs, AttackedHost host, Cores cores) {
    this.program = programs.resolve("firewall_probe");
    this.host = host;
    this.cores = cores;
  }

  /**
   * Times of so many sources, or of those that there is time for, each of which no other
   * measurement has had.
   */
  public BlockTimes measure(Firewall firewall, int count) throws IOException {
    List<String> sources =
        IntStream.range(next, next + count)
            .mapToObj(i -> "10.%d.%d.1".formatted(24 + i / BYTE, i % BYTE))
            .toList();
    next += count;
    Process process = new ProcessBuilder(command(firewall)).redirectErrorStream(true).start();
    try (Writer in = process.outputWriter();
        BufferedReader out = process.inputReader()) {
      List<Double> millis = new ArrayList<>();
      int unblocked = 0;
      long end = System.nanoTime() + MOST_NANOS;
      for (String source : sources) {
        if (System.nanoTime() > end) {
          break;
        }
        in.write(source + " " + firewall.evidence(source) + "\n");
        in.flush();
        double nanos = nanos(firewall, out.readLine());
        if (nanos > 0) {
          millis.add(nanos / NANOS_PER_MILLI);
        } else {
          unblocked++;
        }
      }
      return new BlockTimes(millis, unblocked);
    } finally {
      process.destroy();
    }
  }

  private List<String> command(Firewall firewall) {
    List<String> command =
        new ArrayList<>(host.sender(program, AttackedHost.LINK_OF_SOURCE, AttackedHost.HONEST_MAC));
    command.add(Double.toString(firewall.patienceSeconds()));
    command.add(firewall.isSocket() ? "socket" : "file");
    command.add(firewall.reports().toString());
    return cores.onTraffic(command);
  }

  /** 0 if the source was not blocked in time. */
  private static double nanos(Firewall firewall, String said) throws IOException {
    String[] words = said == null ? new String[0] : said.split(" ");
    if (words.length == 2 && words[0].equals("blocked")) {
      return Double.parseDouble(words[1]);
    }
    if (words.length == 2 && words[0].equals("unblocked")) {
      return 0;
    }
    throw new IOException(firewall.name() + ": the probe said: " + said);
  }
}
