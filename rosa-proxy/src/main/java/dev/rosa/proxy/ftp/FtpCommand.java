package dev.rosa.proxy.ftp;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of FTP.
 *
 * @param verb in capital letters; the old ones with X are as those without
 * @param argument behind one space; empty if there is none
 */
record FtpCommand(String verb, String argument) {
  private static final Pattern FORM = Pattern.compile("([A-Za-z]{3,8})(?: (.*))?");
  private static final Set<String> WITH_PATH =
      Set.of(
          "APPE", "CWD", "DELE", "LIST", "MDTM", "MFMT", "MKD", "MLSD", "MLST", "NLST", "RETR",
          "RMD", "RNFR", "RNTO", "SIZE", "SMNT", "STAT", "STOR", "STOU");
  private static final Set<String> WITH_OPTIONS = Set.of("LIST", "NLST", "STAT");
  private static final Set<String> CHANGING = Set.of("CWD", "CDUP", "PWD", "REIN");
  private static final Set<String> OLD = Set.of("XCWD", "XCUP", "XMKD", "XPWD", "XRMD");

  /** Reads a line. */
  static Optional<FtpCommand> of(String line) {
    Matcher matcher = FORM.matcher(line);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String verb = matcher.group(1).toUpperCase(Locale.ROOT);
    String argument = matcher.group(2) == null ? "" : matcher.group(2);
    return Optional.of(new FtpCommand(OLD.contains(verb) ? modern(verb) : verb, argument));
  }

  private static String modern(String verb) {
    return verb.equals("XCUP") ? "CDUP" : verb.substring(1);
  }

  /** The argument's path; empty if the command is about the folder that the session is in. */
  String path() {
    if (verb.equals("CDUP")) {
      return "..";
    }
    if (!WITH_PATH.contains(verb)) {
      return "";
    }
    String path = argument;
    while (WITH_OPTIONS.contains(verb) && path.startsWith("-")) {
      int space = path.indexOf(' ');
      path = space < 0 ? "" : path.substring(space + 1);
    }
    return verb.equals("MFMT") ? path.substring(path.indexOf(' ') + 1) : path;
  }

  /** True if its reply tells in which folder the session is then. */
  boolean changesFolder() {
    return CHANGING.contains(verb);
  }

  /** Without its argument, which may be a password. */
  @Override
  public String toString() {
    return verb;
  }
}
