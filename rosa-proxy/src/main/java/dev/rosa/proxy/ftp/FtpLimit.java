package dev.rosa.proxy.ftp;

import dev.rosa.proxy.stream.Judgement;
import java.util.Optional;
import java.util.Set;

/** Reason why a command is refused although no rule refuses it. */
public enum FtpLimit {
  NO_COMMAND("not a command"),
  /** Some servers read the rest of a long line as another command. */
  TOO_LONG("too long"),
  /** Other ways to name an address, which no client needs. */
  OTHER_ADDRESS("use PASV, EPSV, PORT or EPRT"),
  UNCLEAR_PATH("not a plain path"),
  ENCRYPTION("%s needs a rule with pass"),
  UNKNOWN_PATHS("no rule names %s in commands");

  private static final Set<String> NEVER = Set.of("LPRT", "LPSV");
  private static final Set<String> ENCRYPTING = Set.of("AUTH", "ADAT", "MIC", "CONF", "ENC");

  private final String sentence;

  FtpLimit(String sentence) {
    this.sentence = sentence;
  }

  /** Sentence about a command, for replies and {@code rosa proxy test}. */
  public String sentence(String verb) {
    return sentence.formatted(verb);
  }

  /** The verb of a command as rules are asked about it; empty if it is none. */
  public static Optional<String> verb(String typed) {
    return FtpCommand.of(typed).filter(read -> read.argument().isEmpty()).map(FtpCommand::verb);
  }

  /**
   * The limit of a command, wherever the session is.
   *
   * @param verb as rules are asked about it
   * @param path that it is about, from the root on
   * @param decision of the rules
   */
  public static Optional<FtpLimit> of(String verb, String path, FtpPolicy.Decision decision) {
    if (NEVER.contains(verb)) {
      return Optional.of(OTHER_ADDRESS);
    }
    return FtpCommand.isUnclear(verb, path)
        ? Optional.of(UNCLEAR_PATH)
        : of(new FtpCommand(verb, ""), decision);
  }

  /** The limit of a command that no rule changes. */
  static Optional<FtpLimit> of(FtpCommand command) {
    if (NEVER.contains(command.verb())) {
      return Optional.of(OTHER_ADDRESS);
    }
    return command.isUnclear() ? Optional.of(UNCLEAR_PATH) : Optional.empty();
  }

  /** The limit of a command that a rule does not refuse. */
  static Optional<FtpLimit> of(FtpCommand command, FtpPolicy.Decision decision) {
    if (encrypts(command) && decision.judgement() != Judgement.PASS_THROUGH) {
      return Optional.of(ENCRYPTION);
    }
    return command.isReadable() || decision.namesCommands()
        ? Optional.empty()
        : Optional.of(UNKNOWN_PATHS);
  }

  /** True if nothing can be judged behind a command that the server has accepted. */
  static boolean encrypts(FtpCommand command) {
    return ENCRYPTING.contains(command.verb());
  }
}
