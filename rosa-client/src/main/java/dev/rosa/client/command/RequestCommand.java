package dev.rosa.client.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.client.endpoint.ActiveSession;
import dev.rosa.client.endpoint.AuthorizationClient;
import dev.rosa.client.endpoint.SessionRequest;
import dev.rosa.identity.Identity;
import dev.rosa.keys.SessionParameters;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Command {@code rosa request}: one signed service request, and what the Authorization Server
 * grants.
 */
@Command(
    name = "request",
    description = {
      "Asks the Authorization Server for a session.",
      "",
      "With --json the answer is printed with its keys, in the spelling of the test vectors, so"
          + " that any program can make the packets. Without, it is summed up and the keys are not"
          + " shown."
    },
    footer = {
      "",
      "Examples:",
      "  rosa request --identity domain/alice --as 127.0.0.1:7001 --code transcoder"
          + " --source 10.0.1.1 --destination 10.0.2.1 --seconds 300",
      "  rosa request --identity domain/alice --as 127.0.0.1:7001 --code counter --json"
          + " --source 10.0.1.1 --destination 10.0.2.1 --seconds 60 --suite AES256-GCM"
          + " --recipient bob --permissions read,modify"
    })
public final class RequestCommand implements Callable<Integer> {
  private static final long MAX_U32 = 0xffff_ffffL;
  private static final HexFormat HEX = HexFormat.of();

  private final CommandContext context;

  @Mixin private IdentityOption identity = new IdentityOption();

  @Mixin private SessionOptions options = new SessionOptions();

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "length of the window, unless --end is given")
  private Long seconds;

  @Option(
      names = "--start",
      paramLabel = "TIME",
      description =
          "when the window starts: Unix seconds, or 2026-01-31T12:00:00Z (default: the server's"
              + " now)")
  private String start;

  @Option(
      names = "--end",
      paramLabel = "TIME",
      description = "when the window ends, instead of --seconds")
  private String end;

  @Mixin private OutputOptions output = new OutputOptions();

  /** The command in this context. */
  public RequestCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws Exception {
    SessionRequest.Window window = window();
    Identity self = identity.load(context.clock());
    SessionRequest request = options.request(self.id().domain(), window);
    try (AuthorizationClient client =
        AuthorizationClient.open(options.servers(), self, context.random())) {
      ActiveSession session = client.request(request);
      if (output.json()) {
        output.json(json(session));
      } else {
        printSummary(session);
      }
      session.key().destroy();
    }
    return CommandFrame.OK;
  }

  private SessionRequest.Window window() throws CommandFailedException {
    long from = start == null ? 0 : time("--start", start);
    long to = end == null ? 0 : time("--end", end);
    if (end == null && (seconds == null || seconds < 1 || seconds > MAX_U32)) {
      throw CommandFailedException.usage(
          "how long? expected --seconds from 1 to " + MAX_U32 + ", or --end");
    }
    if (end != null && seconds != null) {
      throw CommandFailedException.usage("expected --seconds or --end, not both");
    }
    if (end != null && start != null && to <= from) {
      throw CommandFailedException.usage("--end " + end + " is not after --start " + start);
    }
    return new SessionRequest.Window(
        (int) from, (int) to, seconds == null ? 0 : seconds.intValue());
  }

  private static long time(String option, String text) throws CommandFailedException {
    try {
      boolean digits = !text.isEmpty() && text.chars().allMatch(Character::isDigit);
      long time = digits ? Long.parseLong(text) : Instant.parse(text).getEpochSecond();
      if (time > 0 && time <= MAX_U32) {
        return time;
      }
    } catch (NumberFormatException | DateTimeParseException e) {
      // Not a time: the same answer as to one that is out of range.
    }
    throw CommandFailedException.usage(
        option + " '" + text + "', expected Unix seconds or a time such as 2026-01-31T12:00:00Z");
  }

  private static ObjectNode json(ActiveSession session) {
    SessionParameters parameters = session.parameters();
    ObjectNode json = CommandContext.JSON.createObjectNode();
    json.put("domain", Integer.toUnsignedLong(parameters.domain()));
    json.put("epoch", Integer.toUnsignedLong(parameters.epoch()));
    json.put("sst", Integer.toUnsignedLong(parameters.sst()));
    json.put("set", Integer.toUnsignedLong(parameters.set()));
    json.put("session", HEX.toHexDigits(parameters.session()));
    json.put("user", parameters.user().hex());
    json.put("codeDigest", parameters.code().hex());
    json.put("grant", HEX.toHexDigits(parameters.grant().bits()));
    json.put("suite", parameters.suite().id());
    json.put("kHmac", HEX.formatHex(session.key().macKey()));
    json.put("kEncrypt", HEX.formatHex(session.key().cipherKey()));
    json.put("src", parameters.source().getHostAddress());
    json.put("dst", parameters.destination().getHostAddress());
    return json;
  }

  private void printSummary(ActiveSession session) {
    SessionParameters parameters = session.parameters();
    output.line(
        "session      " + session.sessionHex() + " in domain " + unsigned(parameters.domain()));
    output.line("code         " + session.code() + " (" + parameters.code().hex() + ")");
    output.line(
        "path         "
            + parameters.source().getHostAddress()
            + " to "
            + parameters.destination().getHostAddress());
    output.line(
        "window       "
            + instant(parameters.sst())
            + " to "
            + instant(parameters.set())
            + " ("
            + session.windowSeconds()
            + " s)");
    output.line("suite        " + parameters.suite() + ", epoch " + unsigned(parameters.epoch()));
    output.line("user         " + parameters.user().hex());
    output.line("grant        " + GrantText.of(parameters.grant()));
    output.line("keys         received, not shown; --json prints them");
  }

  private static String unsigned(int value) {
    return Integer.toUnsignedString(value);
  }

  private static Instant instant(int seconds) {
    return Instant.ofEpochSecond(Integer.toUnsignedLong(seconds));
  }
}
