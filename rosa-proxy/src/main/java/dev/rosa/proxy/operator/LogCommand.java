package dev.rosa.proxy.operator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.config.ByteSize;
import dev.rosa.config.ConfigException;
import dev.rosa.proxy.journal.JournalReader;
import dev.rosa.serving.PeerText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code log}: lines of the log. */
@Command(
    name = "log",
    description = {
      "Show the newest lines of the log: connections that have ended, and for rules with"
          + " log=\"full\" each request.",
      "The running proxy is not asked: the log is read where the configuration says."
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa proxy log",
      "  ./rosa proxy log --follow --user alice",
      "  ./rosa proxy log --json --lines 1000"
    })
public final class LogCommand implements Callable<Integer> {
  private static final long LOOK_MILLIS = 200;
  private static final String ROW = "%-20s %-10s %-8s %-8s %-16s %-21s %9s  %s";
  private static final int MOST_URL_CHARS = 120;

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print the lines as they are.")
  private boolean json;

  @Option(names = "--follow", description = "Go on with new lines until this command is ended.")
  private boolean follow;

  @Option(
      names = "--lines",
      paramLabel = "N",
      defaultValue = "100",
      description = "So many of the newest lines (default: ${DEFAULT-VALUE}).")
  private int count;

  @Option(names = "--user", paramLabel = "NAME", description = "Lines of this user only.")
  private String user;

  @Override
  public Integer call() throws ConfigException, IOException, InterruptedException {
    if (count < 0) {
      throw new ParameterException(
          spec.commandLine(), "--lines is " + count + ", expected a number from 0");
    }
    OperatedProxy proxy = (OperatedProxy) spec.root().userObject();
    JournalReader reader = new JournalReader(existing(proxy.log()));
    List<JsonNode> newest = reader.newest(count, this::isWanted);
    if (!json) {
      print(
          ROW.formatted("TIME", "EVENT", "PROTOCOL", "VERDICT", "USER", "CLIENT", "BYTES", "WHAT"));
    }
    newest.forEach(this::show);
    tellOfSkipped(reader.skipped());
    if (follow) {
      reader.follow(LogCommand::pause, this::showWanted);
    }
    return 0;
  }

  private void tellOfSkipped(long lines) {
    if (lines > 0) {
      spec.commandLine().getErr().println("lines left out, as they are broken: " + lines);
    }
  }

  /** The proxy may make it later. */
  private Path existing(Path file) throws IOException {
    if (!follow) {
      JournalReader.requireFile(file);
    }
    return file;
  }

  private static boolean pause() throws InterruptedException {
    Thread.sleep(LOOK_MILLIS);
    return true;
  }

  private boolean isWanted(JsonNode line) {
    return user == null || line.path("user").asText().equals(user);
  }

  private void showWanted(JsonNode line) {
    if (isWanted(line)) {
      show(line);
    }
  }

  private void print(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }

  private void show(JsonNode line) {
    if (json) {
      print(line.toString());
    } else if (line.has("lines")) {
      print("%-20s lines that were lost: %d".formatted(time(line), line.path("lines").asLong()));
    } else {
      print(row(line).stripTrailing());
    }
  }

  private static String time(JsonNode line) {
    return text(line, "time").replaceFirst("\\.\\d+Z$", "Z");
  }

  private static String row(JsonNode line) {
    boolean isRequest = line.path("event").asText().equals("request");
    long bytes = line.path("bytesToServer").asLong() + line.path("bytesToClient").asLong();
    String what = (text(line, "command") + " " + text(line, "url")).strip();
    String rule = line.has("rule") ? " by " + text(line, "rule") : "";
    String reason = line.has("reason") ? ": " + text(line, "reason") : "";
    String scan = line.has("scan") ? ", " + text(line, "scan") : "";
    return ROW.formatted(
        time(line),
        text(line, "event"),
        text(line, "protocol"),
        line.has("reason") ? "refuse" : "allow",
        line.has("user") ? text(line, "user") : "-",
        text(line, "client"),
        isRequest ? "" : new ByteSize(bytes).rounded(),
        what + rule + reason + scan);
  }

  private static String text(JsonNode line, String name) {
    return PeerText.line(line.path(name).asText(), MOST_URL_CHARS);
  }
}
