package dev.rosa.command;

import dev.rosa.config.ConfigException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Sentence for a user about a mistake on a command line, in one line. An unknown option or command
 * is named before options that are missing, as it is often one of them, mistyped. Stateless.
 */
public final class UsageSentence {

  private static final Pattern CHOICE =
      Pattern.compile("expected one of \\[(.*)] \\(case-insensitive\\) but was '(.*)'$");
  private static final Pattern UNMATCHED =
      Pattern.compile("^Unmatched argument at index \\d+: ('.*')$");
  private static final Pattern CONVERSION =
      Pattern.compile("cannot convert ('.*') to \\w+ \\(.*\\)$");

  private UsageSentence() {}

  /** The sentence for a failure, with a suggestion where there is one. */
  public static String of(ParameterException failure) {
    ParameterException cause = mistyped(failure);
    List<String> suggestions = suggestions(cause);
    String sentence =
        unknownCommand(cause)
            .map("unknown command '%s'"::formatted)
            .orElseGet(() -> inPlainWords(ConfigException.oneLine(cause)));
    return suggestions.isEmpty()
        ? sentence
        : sentence + ", did you mean " + suggestions.get(0) + "?";
  }

  private static List<String> suggestions(ParameterException failure) {
    if (!(failure instanceof UnmatchedArgumentException unmatched)) {
      return List.of();
    }
    Optional<String> option =
        unknownCommand(failure)
            .map("--"::concat)
            .filter(failure.getCommandLine().getCommandSpec().optionsMap()::containsKey);
    return option.map(List::of).orElseGet(unmatched::getSuggestions);
  }

  /** Without the names of Java classes and constants that the library puts into its sentences. */
  private static String inPlainWords(String sentence) {
    Matcher choice = CHOICE.matcher(sentence);
    if (choice.find()) {
      String words = choice.group(1).toLowerCase(Locale.ROOT);
      return choice.replaceFirst(
          Matcher.quoteReplacement("'%s', expected one of %s".formatted(choice.group(2), words)));
    }
    Matcher unmatched = UNMATCHED.matcher(sentence);
    if (unmatched.find()) {
      return unmatched.group(1) + " is one word too many";
    }
    return CONVERSION.matcher(sentence).replaceFirst("$1, expected another form");
  }

  private static ParameterException mistyped(ParameterException failure) {
    CommandLine line = failure.getCommandLine();
    List<String> unmatched = line.getUnmatchedArguments();
    List<String> options = unmatched.stream().filter(UsageSentence::isOption).toList();
    List<String> named = options.isEmpty() && hasCommands(line) ? unmatched : options;
    return failure instanceof MissingParameterException && !named.isEmpty()
        ? new UnmatchedArgumentException(line, named)
        : failure;
  }

  private static boolean isOption(String text) {
    return text.startsWith("-");
  }

  private static boolean hasCommands(CommandLine line) {
    return !line.getSubcommands().isEmpty();
  }

  /** The word in the place of a command, if that is what is wrong. */
  private static Optional<String> unknownCommand(ParameterException failure) {
    return failure instanceof UnmatchedArgumentException unmatched
            && hasCommands(failure.getCommandLine())
        ? unmatched.getUnmatched().stream().findFirst().filter(text -> !isOption(text))
        : Optional.empty();
  }
}
