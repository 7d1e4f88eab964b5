package dev.rosa.code;

import dev.rosa.code.MeteredProgram.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Main class of the JVMs that {@link CodeSameTest} compares: it runs the bundles of a folder on
 * packets that a seed gives, and prints a line for each, with verdicts, bytes and fuel.
 */
final class SameRun {

  private static final int MOST_PAYLOAD = 200;
  private static final long MEMORY = 8L << 20;
  private static final int[] FUEL = {60_000_000, 60_000_000, 60_000_000, 20_000, 1_000};

  private final int packets;

  private SameRun(int packets) {
    this.packets = packets;
  }

  /** The folder, then the packets for each bundle. */
  public static void main(String[] arguments) throws Exception {
    SameRun run = new SameRun(Integer.parseInt(arguments[1]));
    List<String> lines = MeteredProgram.onWorker(() -> run.lines(Path.of(arguments[0])));
    lines.forEach(System.out::println);
  }

  private List<String> lines(Path folder) throws IOException {
    try (Stream<Path> jars = Files.list(folder)) {
      return jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().map(this::line).toList();
    }
  }

  private String line(Path jar) {
    try {
      MeteredProgram program = Loading.of(Files.readAllBytes(jar));
      SplittableRandom random = new SplittableRandom(jar.getFileName().toString().length());
      long sum = 17;
      long fuel = 0;
      for (int i = 0; i < packets; i++) {
        byte[] payload = new byte[1 + random.nextInt(MOST_PAYLOAD)];
        random.nextBytes(payload);
        Outcome outcome = program.run(payload, FUEL[i % FUEL.length], MEMORY);
        sum = 31 * sum + outcome.toString().hashCode();
        fuel += outcome.fuel();
      }
      return "%s %x %d".formatted(jar.getFileName(), sum, fuel);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
