package dev.rosa.proxy.rules.criterion;

import dev.rosa.proxy.stream.AsciiBytes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Criterion: the command is one of several. Those of FTP that HTTP or users have a word for are
 * known by that word: GET is RETR, PUT is STOR, DIR is LIST. Immutable.
 */
public final class Commands implements Criterion {
  private static final Map<String, String> WORDS =
      Map.of(
          "RETR", "GET", "STOR", "PUT", "STOU", "PUT", "APPE", "PUT", "LIST", "DIR", "NLST", "DIR",
          "MLSD", "DIR", "DELE", "DELETE");

  private static final Map<String, String> VERBS =
      Map.of("GET", "RETR", "PUT", "STOR", "DIR", "LIST", "DELETE", "DELE");

  private final Set<String> words = new TreeSet<>();
  private final byte[][] bytes;

  /** Commands in capital letters. */
  public Commands(List<String> commands) {
    commands.forEach(command -> words.add(word(command)));
    bytes = words.stream().map(AsciiBytes::of).toArray(byte[][]::new);
  }

  /** The word by which rules know a command; most are known as they are. */
  public static String word(String command) {
    return WORDS.getOrDefault(command, command);
  }

  /** A command of FTP that rules know by a word; others are what they are. */
  public static String verb(String word) {
    return VERBS.getOrDefault(word, word);
  }

  @Override
  public boolean holds(Question question) {
    for (byte[] word : bytes) {
      if (AsciiBytes.same(question.command(), 0, question.commandEnd(), word)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean covers(Criterion other) {
    return other instanceof Commands commands && words.containsAll(commands.words);
  }

  @Override
  public String text() {
    return String.join(" ", words);
  }
}
