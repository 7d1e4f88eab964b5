package dev.rosa.command;

import dev.rosa.config.ConfigException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Sentence for a user about a mistake on a command line, in one line. An unknown option is named
 * before options that are missing, as it is often one of them, mistyped. Stateless.
 */
public final class UsageSentence {

  private UsageSentence() {}

  /** The sentence for a failure, with a suggestion where there is one. */
  public static String of(ParameterException failure) {
    ParameterException cause = unknownOption(failure);
    List<String> suggestions =
        cause instanceof UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions()
            : List.of();
    String sentence = ConfigException.oneLine(cause);
    return suggestions.isEmpty()
        ? sentence
        : sentence + ", did you mean " + suggestions.get(0) + "?";
  }

  private static ParameterException unknownOption(ParameterException failure) {
    CommandLine line = failure.getCommandLine();
    List<String> unknown =
        line.getUnmatchedArguments().stream().filter(text -> text.startsWith("-")).toList();
    return failure instanceof MissingParameterException && !unknown.isEmpty()
        ? new UnmatchedArgumentException(line, unknown)
        : failure;
  }
}
