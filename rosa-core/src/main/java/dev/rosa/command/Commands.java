package dev.rosa.command;

import dev.rosa.config.ByteSize;
import dev.rosa.config.ConfigException;
import dev.rosa.config.Durations;
import dev.rosa.config.HostPort;
import dev.rosa.config.IpLiteral;
import dev.rosa.config.IpPrefix;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * ROSA's conventions for any command line: exit codes, and one line per error on standard error.
 * The exit code is 2 for wrong usage or configuration, 1 for what failed or was refused.
 */
public final class Commands {
  private static final Logger LOG = LoggerFactory.getLogger(Commands.class);

  /** The exit codes of most commands. */
  private static final Map<String, String> EXIT_CODES = new LinkedHashMap<>();

  static {
    EXIT_CODES.put("0", "done");
    EXIT_CODES.put("1", "failed or refused");
    EXIT_CODES.put("2", "wrong usage or configuration");
  }

  private Commands() {}

  /**
   * Wraps a picocli command in the conventions and gives it {@code --help} and {@code --version}.
   */
  public static CommandLine commandLine(Object command) {
    // Some languages have digits of their own, which no file, rule or protocol knows.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    CommandLine line = new CommandLine(command);
    addHelp(line, line.getCommandName() + " " + Build.of(command.getClass()).text());
    if (command instanceof RoleCommand) {
      line.setHelpFactory(RoleHelp::new);
    }
    line.setParameterExceptionHandler(usage());
    line.setExecutionExceptionHandler(failure());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    converter(line, Duration.class, Durations::parse);
    converter(line, ByteSize.class, ByteSize::parse);
    converter(line, HostPort.class, HostPort::parse);
    converter(line, IpPrefix.class, IpPrefix::parse);
    converter(line, InetAddress.class, IpLiteral::parse);
    converter(line, LocalDateTime.class, Commands::dateTime);
    converter(line, URI.class, Commands::url);
    return line;
  }

  private static LocalDateTime dateTime(String text) {
    try {
      return LocalDateTime.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "'" + text + "', expected a time such as 2026-01-31T08:00", e);
    }
  }

  private static URI url(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "'" + text + "', expected a URL such as https://10.0.0.1:3327", e);
    }
  }

  /** A value's own sentence is what the user reads, not that of the exception around it. */
  private static <T> void converter(CommandLine line, Class<T> type, Function<String, T> parse) {
    line.registerConverter(
        type,
        text -> {
          try {
            return parse.apply(text);
          } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
          }
        });
  }

  private static void addHelp(CommandLine line, String version) {
    // A command that is a method counts its parameters when it is read: it declares its own help.
    if (!(line.getCommandSpec().userObject() instanceof Method)) {
      line.getCommandSpec().mixinStandardHelpOptions(true);
    }
    line.getCommandSpec().version(version);
    addExitCodes(line.getCommandSpec().usageMessage());
    line.getSubcommands().values().forEach(sub -> addHelp(sub, version));
  }

  private static void addExitCodes(UsageMessageSpec usage) {
    if (usage.exitCodeList().isEmpty()) {
      usage.exitCodeListHeading("%nExit codes:%n").exitCodeList(EXIT_CODES);
    }
  }

  private static IParameterExceptionHandler usage() {
    return (e, args) -> {
      CommandLine line = e.getCommandLine();
      String name = line.getCommandSpec().qualifiedName();
      String typed = TypedCommand.of(line.getCommandSpec());
      line.getErr().println(name + ": " + UsageSentence.of(e) + "; see " + typed + " --help");
      return 2;
    };
  }

  /** A bad configuration has a line for each mistake. */
  private static List<String> lines(Exception e) {
    return e instanceof ConfigException bad ? bad.lines() : List.of(ConfigException.oneLine(e));
  }

  private static IExecutionExceptionHandler failure() {
    return (Exception e, CommandLine line, ParseResult parsed) -> {
      String name = line.getCommandSpec().qualifiedName();
      lines(e).forEach(sentence -> line.getErr().println(name + ": " + sentence));
      if (e instanceof RuntimeException) {
        LOG.debug("unexpected failure", e);
      }
      return e instanceof ConfigException ? 2 : 1;
    };
  }
}
