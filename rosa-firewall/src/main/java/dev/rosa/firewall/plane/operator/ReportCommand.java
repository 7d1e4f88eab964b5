package dev.rosa.firewall.plane.operator;

import dev.rosa.config.ConfigException;
import dev.rosa.config.IpLiteral;
import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.EvidenceLine;
import dev.rosa.evidence.EvidenceSink;
import dev.rosa.evidence.Proof;
import dev.rosa.evidence.SinkCounts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code report}: evidence from programs that are not written in Java. */
@Command(
    name = "report",
    description = {
      "Report evidence to the plane: one piece from the command line, or lines on standard input.",
      "Such a line is",
      "  evidence handshake SQL_INJECTION 192.0.2.7 eth0 80 in /login",
      "Claim the proof 'handshake' only if a TCP connection of the source was accepted and the"
          + " address is the kernel's, never a header's. The plane refuses and counts what this"
          + " user may not claim."
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa firewall report 192.0.2.7 --kind LOGIN_FAILED --proof handshake --port 22",
      "  ./rosa firewall report --socket /run/rosa-firewall/evidence.sock < evidence.txt"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the plane has taken all of it",
      "1:some was not, as there is no plane, a line is no evidence, or the plane refuses it",
      "2:wrong usage"
    })
public final class ReportCommand extends OperatorCommand {

  private static final EvidenceSink.Bounds BOUNDS =
      new EvidenceSink.Bounds(
          4_096, Duration.ofSeconds(5), Duration.ofMillis(50), Duration.ofMillis(500));

  /** Pieces after which it waits, so that it stays below what the plane takes of a user. */
  private static final int AT_ONCE = 500;

  private static final long PAUSE_MILLIS = 100;
  private static final long POLL_MILLIS = 10;

  /** Time in which a plane that runs has greeted, also on a busy machine. */
  private static final Duration GREETING = Duration.ofSeconds(5);

  private static final Duration PATIENCE = Duration.ofSeconds(15);

  @Parameters(
      arity = "0..1",
      paramLabel = "SOURCE",
      description = "The sender's IPv4 or IPv6 address; without it, lines are read.")
  private String source;

  @Option(names = "--kind", paramLabel = "KIND", description = "What it did, such as LOGIN_FAILED.")
  private String kind;

  @Option(
      names = "--proof",
      paramLabel = "PROOF",
      defaultValue = "none",
      description = "handshake, session or none (default: none, which never bans).")
  private String proof;

  @Option(
      names = "--interface",
      paramLabel = "NAME",
      defaultValue = "",
      description = "The interface that it came in on.")
  private String interfaceName;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "The port that it was for.")
  private int port;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Text for the operator, up to 120 characters.")
  private String reason;

  @Option(
      names = "--socket",
      paramLabel = "PATH",
      description = "The reporters' socket (default: the configuration's).")
  private Path socket;

  private final Supplier<InputStream> input;
  private boolean isWrong;

  /** A command that reads standard input. */
  public ReportCommand() {
    this(() -> System.in);
  }

  ReportCommand(Supplier<InputStream> input) {
    this.input = input;
  }

  @Override
  public Integer call() throws ConfigException, IOException {
    if ((source == null) != (kind == null)) {
      throw usage("SOURCE and --kind belong together");
    }
    Path place = socket == null ? plane().reporterSocket() : socket;
    Evidence single = source == null ? null : evidence();
    try (EvidenceSink sink = EvidenceSink.open(place, BOUNDS)) {
      awaitPlane(sink, place);
      if (single == null) {
        reportLines(sink);
      } else {
        sink.report(single);
      }
      return tell(sink, finish(sink));
    }
  }

  private static void awaitPlane(EvidenceSink sink, Path place) throws IOException {
    long began = System.nanoTime();
    while (sink.counts().connections() == 0) {
      if (System.nanoTime() - began > GREETING.toNanos()) {
        throw new IOException(place + ": no firewall plane takes evidence of this user there");
      }
      pause(POLL_MILLIS);
    }
  }

  private static void pause(long millis) throws IOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static InterruptedIOException interrupted() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted");
  }

  private Evidence evidence() {
    try {
      return new Evidence(
          IpLiteral.parse(source), interfaceName, port, kind, Proof.ofWord(proof), reason);
    } catch (IllegalArgumentException e) {
      throw usage(e.getMessage());
    }
  }

  private void reportLines(EvidenceSink sink) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(input.get(), StandardCharsets.ISO_8859_1));
    long number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (!line.isBlank()) {
        report(sink, line, number);
      }
      if (number % AT_ONCE == 0 && (!settle(sink) || sink.counts().dropped() > 0)) {
        return;
      }
    }
  }

  private void report(EvidenceSink sink, String line, long number) {
    try {
      sink.report(EvidenceLine.read(line.strip()));
    } catch (IllegalArgumentException e) {
      complain("line " + number + ": " + e.getMessage());
      isWrong = true;
    }
  }

  private static boolean settle(EvidenceSink sink) throws IOException {
    pause(sink.counts().reported() < AT_ONCE ? 0 : PAUSE_MILLIS);
    try {
      return sink.settle(PATIENCE);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static Map<String, Long> finish(EvidenceSink sink) throws IOException {
    try {
      return sink.finish(PATIENCE)
          .orElseThrow(() -> new IOException("the plane has not taken it in " + PATIENCE));
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private int tell(EvidenceSink sink, Map<String, Long> refusals) {
    SinkCounts counts = sink.counts();
    long refused = refusals.values().stream().mapToLong(Long::longValue).sum();
    if (json()) {
      print(
          "{\"reported\":%d,\"sent\":%d,\"dropped\":%d,\"refused\":%d}"
              .formatted(counts.reported(), counts.sent(), counts.dropped(), refused));
    } else {
      print("sent " + counts.sent() + " of " + counts.reported() + " pieces of evidence");
    }
    refusals.forEach((why, count) -> complain(count + " refused, " + why));
    return isWrong || refused > 0 || counts.sent() < counts.reported() ? 1 : 0;
  }
}
