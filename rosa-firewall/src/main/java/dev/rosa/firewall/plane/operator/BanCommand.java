package dev.rosa.firewall.plane.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.config.ConfigException;
import dev.rosa.firewall.plane.ban.BanList;
import dev.rosa.firewall.plane.ban.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code ban}: bans a source, all addresses of a host, or all sources of a list. */
@Command(
    name = "ban",
    description = {
      "Ban a source, all addresses of a host, or all sources of a file: all of them or none.",
      "A ban that is in force and ends later stays as it is. Allowed sources are refused."
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa firewall ban 192.0.2.7 --for 1h --reason 'scans the login page'",
      "  ./rosa firewall ban 2001:db8::/64",
      "  ./rosa firewall ban host.example",
      "  ./rosa firewall ban --file bans.txt --for 7d",
      "  ./rosa firewall ban --file bans.txt --skip-refused"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all of them are in force and recorded",
      "1:failed or refused, such as an allowed source or a line that is no source",
      "2:wrong usage"
    })
public final class BanCommand extends OperatorCommand {

  private static final Pattern REASON = Pattern.compile("[ -~]{0,120}");

  @Parameters(
      arity = "0..1",
      paramLabel = "SOURCE|HOST",
      description = "An address, a prefix, a MAC address, or a host's name.")
  private String source;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "A list: one source a line; empty lines and those that begin with # are left" + " out.")
  private Path file;

  @Option(
      names = "--skip-refused",
      description = "Leave out lines of the file that are refused, and say so of each.")
  private boolean skips;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "How long, such as 10m or 1d (default: the first ban of the configuration).")
  private Duration time;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Why, for 'show': up to 120 printable characters (default: none).")
  private String reason;

  private final HostNames names;

  /** A command that resolves names as this machine does. */
  public BanCommand() {
    this(HostNames.ofSystem());
  }

  BanCommand(HostNames names) {
    this.names = names;
  }

  @Override
  public Integer call() throws ConfigException, IOException {
    if ((source == null) == (file == null)) {
      throw usage("expected a SOURCE, a HOST, or --file");
    }
    if (skips && file == null) {
      throw usage("--skip-refused needs --file");
    }
    if (!REASON.matcher(reason).matches()) {
      throw usage("--reason has characters that do not print, or more than 120");
    }
    if (time != null && time.toSeconds() == 0) {
      throw usage("--for is less than a second, expected 1s or more");
    }
    List<JsonNode> bans = file == null ? ask(request(sources())) : banAll();
    if (json()) {
      bans.forEach(this::print);
    } else if (file == null) {
      bans.forEach(ban -> print(BanText.done("banned", ban)));
    } else {
      print("banned the " + bans.size() + " sources of " + file);
    }
    if (!json() && bans.stream().anyMatch(BanCommand::isLinkLocal)) {
      print(
          "a ban of a link-local address holds at all links, where it may be another host's;"
              + " its MAC address can be banned instead");
    }
    return 0;
  }

  private static boolean isLinkLocal(JsonNode ban) {
    return Source.parse(ban.path("source").asText()).isLinkLocal();
  }

  /**
   * Bans the sources of the list, or names the line of the first that is refused. If those are left
   * out, the others are asked for again: what is never banned may change meanwhile.
   */
  private List<JsonNode> banAll() throws ConfigException, IOException {
    Map<Source, Integer> lines = skips ? BanList.read(file, this::leaveOut) : BanList.read(file);
    while (!lines.isEmpty()) {
      List<JsonNode> answer = new ArrayList<>();
      try {
        ask(request(lines.keySet()), answer::add);
        return answer;
      } catch (IOException e) {
        List<JsonNode> refused = answer.stream().filter(line -> line.has("refused")).toList();
        if (refused.isEmpty()) {
          throw e;
        }
        for (JsonNode line : refused) {
          Integer number = lines.remove(Source.parse(line.get("refused").asText()));
          String sentence = file + ":" + number + ": " + line.path("why").asText();
          if (!skips || number == null) {
            throw new IOException(sentence, e);
          }
          leaveOut(sentence);
        }
      }
    }
    return List.of();
  }

  private void leaveOut(String sentence) {
    complain("left out: " + sentence);
  }

  private ObjectNode request(Collection<Source> sources) {
    ObjectNode request = request("ban").put("reason", reason);
    if (time != null) {
      request.put("millis", time.toMillis());
    }
    ArrayNode texts = request.putArray("sources");
    sources.forEach(each -> texts.add(each.text()));
    return request;
  }

  private List<Source> sources() throws IOException {
    try {
      return List.of(Source.parse(source));
    } catch (IllegalArgumentException e) {
      if (!HostNames.isName(source)) {
        String orName = source.contains("/") ? "" : ", or a host's name";
        throw usage("SOURCE is '" + source + "', " + e.getMessage() + orName);
      }
    }
    List<Source> found = names.addresses(source);
    if (!json()) {
      found.forEach(each -> print(source + " is " + each));
    }
    return found;
  }
}
