package dev.rosa.proxy.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rosa.config.ByteSize;
import dev.rosa.config.ConfigException;
import dev.rosa.proxy.journal.JournalReader;
import dev.rosa.serving.PeerText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code top}: who and what had most bytes, by the log. */
@Command(
    name = "top",
    description = "Show the users or hosts with most bytes in the connections of the log.",
    footer = {"", "Examples:", "  ./rosa proxy top", "  ./rosa proxy top --by host --json"})
public final class TopCommand implements Callable<Integer> {
  private static final String ROW = "%-40s %12s %12s %12s %12s";
  private static final String NOTHING_YET =
      "the log has no connection that has ended: one is written half a minute to a minute after"
          + " its end";
  private static final int MOST_CHARS = 255;

  /** What a connection is counted for. */
  enum Key {
    USER,
    HOST
  }

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON objects, a line each.")
  private boolean json;

  @Option(
      names = "--by",
      defaultValue = "user",
      description = "user or host (default: ${DEFAULT-VALUE}).")
  private Key by;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "20",
      description = "So many (default: ${DEFAULT-VALUE}).")
  private int rows;

  /** What one user or host had. */
  private static final class Sum {
    private final String name;
    private long connections;
    private long requests;
    private long refused;
    private long bytes;

    Sum(String name) {
      this.name = name;
    }

    void add(JsonNode line) {
      connections++;
      requests += line.path("requests").asLong();
      refused += line.has("reason") ? 1 : 0;
      bytes += line.path("bytesToServer").asLong() + line.path("bytesToClient").asLong();
    }

    long bytes() {
      return bytes;
    }
  }

  @Override
  public Integer call() throws ConfigException, IOException {
    OperatedProxy proxy = (OperatedProxy) spec.root().userObject();
    if (rows < 0) {
      throw new ParameterException(
          spec.commandLine(), "--rows is " + rows + ", expected a number from 0");
    }
    Map<String, Sum> sums = new HashMap<>();
    Path file = proxy.log();
    JournalReader.requireFile(file);
    new JournalReader(file)
        .all(
            line -> {
              if (line.path("event").asText().equals("connection")) {
                sums.computeIfAbsent(key(line), Sum::new).add(line);
              }
            });
    List<Sum> largest =
        sums.values().stream()
            .sorted(Comparator.comparingLong(Sum::bytes).reversed())
            .limit(rows)
            .toList();
    if (!json) {
      print(ROW.formatted(by.name(), "BYTES", "REQUESTS", "CONNECTIONS", "REFUSED"));
    }
    if (sums.isEmpty()) {
      spec.commandLine().getErr().println(NOTHING_YET);
    }
    largest.forEach(sum -> print(json ? object(sum) : row(sum)));
    return 0;
  }

  private String key(JsonNode line) {
    String text = by == Key.USER ? line.path("user").asText() : host(line.path("url").asText());
    return text.isEmpty() ? "-" : text;
  }

  /** Of a URL in its normal form. */
  private static String host(String url) {
    int begin = url.indexOf("://");
    if (begin < 0) {
      return "";
    }
    int end = url.indexOf('/', begin + 3);
    return url.substring(begin + 3, end < 0 ? url.length() : end);
  }

  private static String row(Sum sum) {
    return ROW.formatted(
        PeerText.line(sum.name, MOST_CHARS),
        new ByteSize(sum.bytes).rounded(),
        sum.requests,
        sum.connections,
        sum.refused);
  }

  private String object(Sum sum) {
    return JsonNodeFactory.instance
        .objectNode()
        .put(by == Key.USER ? "user" : "host", sum.name)
        .put("bytes", sum.bytes)
        .put("requests", sum.requests)
        .put("connections", sum.connections)
        .put("refused", sum.refused)
        .toString();
  }

  private void print(String line) {
    spec.commandLine().getOut().println(line);
  }
}
