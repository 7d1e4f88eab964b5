package dev.rosa.proxy;

import dev.rosa.config.ByteSize;
import dev.rosa.config.ConfigException;
import dev.rosa.proxy.content.FileKind;
import dev.rosa.proxy.rules.Action;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.rules.criterion.Commands;
import dev.rosa.proxy.rules.criterion.Content;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.url.NormalUrl;
import java.net.InetAddress;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Command {@code rosa proxy test}: which rule decides about a request, and why. */
@Command(
    name = "test",
    description = {
      "Tell which rule decides about a request, and why those before it do not. No traffic is"
          + " sent.",
      "With --type, --file, --kind or --length the content of the answer is judged, too."
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa proxy test GET http://a.example/x --user alice",
      "  ./rosa proxy test PUT ftp://a.example/x --from 10.0.0.7 --json",
      "  ./rosa proxy test GET http://a.example/x.exe --kind exe --length 3MiB"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:allowed", "1:refused", "2:wrong usage or configuration"})
final class TestCommand implements Callable<Integer> {

  @ParentCommand private ProxyCommand proxy;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "COMMAND", description = "GET, POST, PUT, DIR, …")
  private String command;

  @Parameters(
      index = "1",
      paramLabel = "URL",
      description = {
        "With http, https, ftp or telnet.",
        "Of https and telnet the connection is judged."
      })
  private String url;

  @Option(names = "--user", paramLabel = "NAME", description = "Default: not logged in.")
  private String user;

  @Option(names = "--from", paramLabel = "ADDRESS", description = "The client's address.")
  private InetAddress from;

  @Option(names = "--to", paramLabel = "ADDRESS", description = "The server's address.")
  private InetAddress to;

  @Option(names = "--at", paramLabel = "TIME", description = "2026-01-31T08:00; default: now.")
  private LocalDateTime at;

  @Option(names = "--type", paramLabel = "TYPE", description = "Media type of the answer.")
  private String type;

  @Option(names = "--file", paramLabel = "NAME", description = "File name of the answer.")
  private String file;

  @Option(names = "--kind", paramLabel = "KIND", description = "Kind of file, by its first bytes.")
  private String kind;

  @Option(names = "--length", paramLabel = "SIZE", description = "Length of the answer.")
  private ByteSize length;

  @Option(names = "--json", description = "One JSON object.")
  private boolean json;

  private final InstantSource clock = InstantSource.system();

  @Override
  public Integer call() throws ConfigException {
    LoadedRules loaded = proxy.load();
    NormalUrl normal = normalUrl();
    String asked = RequestLimits.asked(normal, command);
    Question question = question(loaded, normal, asked);
    Rule deciding = loaded.rules().decide(question);
    if (loaded.rules().action(deciding) != Action.REFUSE && asksForContent()) {
      deciding = loaded.rules().decideContent(question.content(content(normal)), deciding);
    }
    String refusal =
        RequestLimits.refusal(normal, asked, deciding, loaded.rules().action(deciding));
    Explanation explanation = Explanation.of(loaded, normal, question, deciding, refusal);
    if (json) {
      proxy.print(Json.of(explanation));
    } else {
      explanation.lines().forEach(proxy::print);
    }
    return explanation.isAllowed() ? 0 : 1;
  }

  private NormalUrl normalUrl() {
    try {
      return NormalUrl.parse(url);
    } catch (IllegalArgumentException e) {
      throw usage("URL '" + url + "': " + e.getMessage());
    }
  }

  private Question question(LoadedRules loaded, NormalUrl normal, String asked) {
    byte[] word = AsciiBytes.of(Commands.word(asked));
    InetAddress any = InetAddress.getLoopbackAddress();
    LocalDateTime time =
        at == null ? LocalDateTime.ofInstant(clock.instant(), ZoneId.systemDefault()) : at;
    return new Question()
        .between(from == null ? any : from, to == null ? any : to)
        .by(userIndex(loaded))
        .about(normal)
        .command(word, word.length)
        .in(loaded.urls().find(normal))
        .at(Question.minuteOfWeek(time));
  }

  private int userIndex(LoadedRules loaded) {
    int index = user == null ? Question.NO_USER : loaded.users().of(user);
    if (user != null && index < 0) {
      throw usage("--user '" + user + "', expected a user of <users>");
    }
    return index;
  }

  private boolean asksForContent() {
    return type != null || file != null || kind != null || length != null;
  }

  private Content content(NormalUrl normal) {
    FileKind known = kind == null ? null : FileKind.ofLabel(kind);
    if (kind != null && known == null) {
      throw usage("--kind '" + kind + "', expected a kind of file such as exe, elf, class, zip");
    }
    String path = normal.pathText();
    return new Content(
        type == null ? "" : type,
        file == null ? path.substring(path.lastIndexOf('/') + 1) : file,
        known == null ? 0 : 1L << known.ordinal(),
        length == null ? 0 : length.bytes());
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
