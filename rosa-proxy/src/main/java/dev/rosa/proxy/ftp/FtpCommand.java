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
  private static final Pattern FORM = line("([A-Za-z]{3,8})(?: (.*))?");
  private static final Set<String> WITH_PATH =
      Set.of(
          "APPE", "CWD", "DELE", "LIST", "MDTM", "MFCT", "MFF", "MFMT", "MKD", "MLSD", "MLST",
          "NLST", "RETR", "RMD", "RNFR", "RNTO", "SIZE", "SMNT", "STAT", "STOR", "STOU");

  /** Commands about no file, or about the folder that the session is in. */
  private static final Set<String> WITHOUT_PATH =
      Set.of(
          "ABOR", "ACCT", "ADAT", "ALLO", "AUTH", "CCC", "CDUP", "CLNT", "CONF", "ENC", "EPRT",
          "EPSV", "FEAT", "HELP", "HOST", "LANG", "MIC", "MODE", "NOOP", "OPTS", "PASS", "PASV",
          "PBSZ", "PORT", "PROT", "PWD", "QUIT", "REIN", "REST", "STRU", "SYST", "TYPE", "USER");

  /** Facts or a time that come before the path. */
  private static final Set<String> WITH_FACTS = Set.of("MFCT", "MFF", "MFMT");

  /** The word with them; servers differ on more spaces than one. */
  private static final Pattern FACTS = line("[!-~]+ .*");

  /** A time, with which MDTM is a change. */
  private static final Pattern SET_TIME = line("[0-9]{14}(?:\\.[0-9]+)? .*");

  /** Words that some servers take for a time, too: vsftpd asks for a digit and a length. */
  private static final Pattern LIKE_TIME = line("[0-9][^ ]{7,} .*");

  /** One word of options, and a path that is none: servers take more words for either. */
  private static final Pattern PLAIN_OPTIONS = line("-[A-Za-z0-9]*(?: [^-].*| ?)");

  /** Forms of a path that servers read in different ways: spaces round names, and a home folder. */
  private static final Pattern UNCLEAR = line("(?:.*/)? .*|.* (?:/.*)?|(?:.*[/{,])?~.*");

  /** Path of a file whose name the server makes up, in the folder that the session is in. */
  private static final String NAME_OF_SERVER = "*";

  /** Commands whose last name may be a pattern. */
  private static final Set<String> LISTING = Set.of("LIST", "MLSD", "MLST", "NLST", "STAT");

  /** Some servers hand these to a program, for which each word is an option or a path. */
  private static final Set<String> WITH_OPTIONS = Set.of("LIST", "NLST", "STAT");

  private static final Set<String> MOVING_DATA =
      Set.of("APPE", "LIST", "MLSD", "NLST", "RETR", "STOR", "STOU");

  private static final Set<String> CHANGING = Set.of("CWD", "CDUP", "REIN");
  private static final Set<String> OLD = Set.of("XCWD", "XCUP", "XMKD", "XPWD", "XRMD");

  /** A pattern of text in which no byte is a line's end. */
  private static Pattern line(String pattern) {
    return Pattern.compile(pattern, Pattern.DOTALL);
  }

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
    if (verb.equals("STOU")) {
      return NAME_OF_SERVER;
    }
    if (!WITH_PATH.contains(verb)) {
      return "";
    }
    String path = argument;
    if (hasOptions()) {
      int space = path.indexOf(' ');
      path = space < 0 ? "" : path.substring(space + 1);
    }
    boolean isBehindSpace = WITH_FACTS.contains(verb) || setsTime();
    return isBehindSpace ? path.substring(path.indexOf(' ') + 1) : path;
  }

  /**
   * The command with its path from the root on, if the path leads above the folder that the session
   * is in. The server finds what is above it from the folder, which may have been moved.
   *
   * @param fromRoot the path from the root on
   */
  Optional<FtpCommand> fromAbove(String fromRoot) {
    String path = path();
    if (!FtpFolder.leadsAbove(path)) {
      return Optional.empty();
    }
    if (verb.equals("CDUP")) {
      return Optional.of(new FtpCommand("CWD", fromRoot));
    }
    String before = argument.substring(0, argument.length() - path.length());
    return Optional.of(new FtpCommand(verb, before + fromRoot));
  }

  /** The line of a command with an argument, without CRLF. */
  String line() {
    return verb + " " + argument;
  }

  /**
   * True if servers may read the path in different ways, or as one that begins elsewhere. Without a
   * path, some change to the folder where the session began, and others not at all. Some take what
   * is behind STOU for a name, others pass over it. With options, STAT may show names alone, which
   * then look like replies.
   */
  boolean isUnclear() {
    return isUnclear(verb, path())
        || (verb.equals("CWD") && argument.isEmpty())
        || (verb.equals("STOU") && !argument.isEmpty())
        || (verb.equals("STAT") && hasOptions())
        || (WITH_FACTS.contains(verb) && !FACTS.matcher(argument).matches())
        || (verb.equals("MDTM") && LIKE_TIME.matcher(argument).matches() && !setsTime())
        || (hasOptions() && !PLAIN_OPTIONS.matcher(argument).matches());
  }

  /** True if servers may read the path of a command in different ways. */
  static boolean isUnclear(String verb, String path) {
    return WITH_PATH.contains(verb)
        && (UNCLEAR.matcher(path).matches()
            || (LISTING.contains(verb) && leadsAway(path))
            || (WITH_OPTIONS.contains(verb) && path.indexOf(' ') >= 0));
  }

  /**
   * True for a pattern that a server may take for another folder: in a folder's name, behind a dot,
   * in braces.
   */
  private static boolean leadsAway(String path) {
    int lastName = path.lastIndexOf('/') + 1;
    int pattern = 0;
    while (pattern < path.length() && "*?[".indexOf(path.charAt(pattern)) < 0) {
      pattern++;
    }
    boolean isBehindDot = path.startsWith(".", lastName);
    return path.indexOf('{') >= 0
        || (pattern < path.length() && (pattern < lastName || isBehindDot));
  }

  private boolean setsTime() {
    return verb.equals("MDTM") && SET_TIME.matcher(argument).matches();
  }

  private boolean hasOptions() {
    return WITH_OPTIONS.contains(verb) && argument.startsWith("-");
  }

  /** True if it is known where its paths are: servers have commands of their own, with any. */
  boolean isReadable() {
    return verb.isEmpty() || WITH_PATH.contains(verb) || WITHOUT_PATH.contains(verb);
  }

  /** True if it is about a data connection, which goes on until the last reply. */
  boolean movesData() {
    return MOVING_DATA.contains(verb);
  }

  /** True for the line that cancels a transfer, and says nothing else. */
  boolean isPlainAbort() {
    return verb.equals("ABOR") && argument.isEmpty();
  }

  /** True if the session may be in another folder after it. */
  boolean changesFolder() {
    return CHANGING.contains(verb);
  }

  /** Without its argument, which may be a password. */
  @Override
  public String toString() {
    return verb;
  }
}
