package dev.rosa.command;

import dev.rosa.config.ConfigException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Sentence for a user about a mistake on a command line, in one line. An unknown option or command
 * is named before options that are missing, as it is often one of them, mistyped. Stateless.
 */
public final class UsageSentence {

  private UsageSentence() {}

  /** The sentence for a failure, with a suggestion where there is one. */
  public static String of(ParameterException failure) {
    ParameterException cause = mistyped(failure);
    List<String> suggestions =
        cause instanceof UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions()
            : List.of();
    String sentence =
        unknownCommand(cause)
            .map("unknown command '%s'"::formatted)
            .orElseGet(() -> ConfigException.oneLine(cause));
    return suggestions.isEmpty()
        ? sentence
        : sentence + ", did you mean " + suggestions.get(0) + "?";
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
