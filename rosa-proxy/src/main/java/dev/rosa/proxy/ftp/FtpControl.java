package dev.rosa.proxy.ftp;

import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.NormalUrl;
import dev.rosa.proxy.url.Scheme;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/**
 * Judgement on a control connection. Commands meet the rules as URLs; addresses of data connections
 * must be the two ends themselves, their ports 1024 or higher. A refused command is answered, and
 * the session goes on. Each command waits for the reply to the one before, so that no reply is
 * taken for that to another command. Owned by one thread.
 */
public final class FtpControl {
  private static final int LOWEST_PORT = 1024;

  /** Most bytes of a command: some servers take what follows their 511th one for the next. */
  private static final int LONGEST = 500;

  /** Code of a server that ends the session, at any time. */
  private static final String CLOSING = "421";

  private static final Optional<FtpLimit> ENCRYPTION = Optional.of(FtpLimit.ENCRYPTION);

  private final InetAddress client;
  private final InetAddress server;
  private final FtpPolicy policy;
  private final FtpFolder folder = new FtpFolder();
  private final FtpReplies replies = new FtpReplies();
  private final NormalUrl url = new NormalUrl();
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();

  /** True once the server has let a user in. */
  private boolean isLoggedIn;

  /**
   * True while the server has a name for RNTO. Servers look for the file only then, from the folder
   * that the session is in by that time.
   */
  private boolean isRenaming;

  /** True if the last reply said that a transfer is over. */
  private boolean isTransferred;

  /**
   * A command that the server has.
   *
   * @param path that it is about, from the root on
   * @param data that the client has announced; null if none
   * @param mayEncrypt true if a rule lets the session pass through behind it
   */
  private record Pending(
      FtpCommand command, List<String> path, DataConnection data, boolean mayEncrypt) {}

  /** For a session between two ends; the greeting comes first. */
  public FtpControl(InetAddress client, InetAddress server, FtpPolicy policy) {
    this.client = client;
    this.server = server;
    this.policy = policy;
    String host = server.getHostAddress();
    if (url.setAuthority(Scheme.FTP, host.indexOf(':') < 0 ? host : "[" + host + "]") != null) {
      throw new IllegalArgumentException("no host: " + host);
    }
    pending.add(new Pending(new FtpCommand("", ""), List.of(), null, false));
  }

  /** Commands without a final reply yet; the greeting counts as one. */
  public int unanswered() {
    return pending.size();
  }

  /** True if the last reply said that a transfer has succeeded: its data connection has begun. */
  public boolean isTransferred() {
    return isTransferred;
  }

  /** Judges a line of the client, without CRLF. */
  public FtpVerdict command(String line) {
    Optional<FtpCommand> read = FtpCommand.of(line);
    if (!pending.isEmpty() && !read.map(this::cancels).orElse(false)) {
      return FtpVerdict.WAIT;
    }
    if (line.length() > LONGEST) {
      return refused(FtpLimit.TOO_LONG, line);
    }
    if (read.isEmpty() || line.indexOf('\\') >= 0) {
      return refused(FtpLimit.NO_COMMAND, line);
    }
    FtpCommand command = read.get();
    if (isLoggedIn && command.verb().equals("USER")) {
      // Some servers go to the other user's folder then, others stay where they are.
      return FtpVerdict.refused(RefusalReason.BAD_COMMAND, "already logged in");
    }
    if (isRenaming && command.changesFolder()) {
      return FtpVerdict.refused(RefusalReason.BAD_COMMAND, "RNTO comes first");
    }
    Optional<FtpLimit> limit = FtpLimit.of(command);
    return limit.isPresent()
        ? refused(limit.get(), command.verb())
        : decide(command, folder.resolve(command.path()));
  }

  /**
   * True for the one command that does not wait for the reply to the one before. While data pass,
   * some servers read what comes in pieces, throw these away, and take the rest of a line for
   * another command: the line that cancels the transfer cannot be cut into others.
   */
  private boolean cancels(FtpCommand command) {
    return command.isPlainAbort() && pending.size() == 1 && pending.element().command().movesData();
  }

  private static FtpVerdict refused(FtpLimit limit, String verb) {
    return FtpVerdict.refused(RefusalReason.BAD_COMMAND, limit.sentence(verb));
  }

  private FtpVerdict decide(FtpCommand command, List<String> path) {
    byte[] target = FtpFolder.target(path);
    if (url.setTarget(target, 0, target.length) != null) {
      return FtpVerdict.refused(RefusalReason.BAD_COMMAND, "not a path");
    }
    FtpPolicy.Decision decision = policy.decide(command.verb(), url);
    Optional<FtpLimit> limit = FtpLimit.of(command, decision);
    if (decision.judgement() == Judgement.REFUSE || limit.equals(ENCRYPTION)) {
      return FtpVerdict.byRule(decision.rule());
    }
    if (limit.isPresent()) {
      return refused(limit.get(), command.verb());
    }
    return switch (command.verb()) {
      case "PORT" -> active(command, FtpAddress.ofPort(command.argument()));
      case "EPRT" -> active(command, FtpAddress.ofEprt(command.argument()));
      default -> decided(command, path);
    };
  }

  private FtpVerdict decided(FtpCommand command, List<String> path) {
    Optional<FtpCommand> instead = command.fromAbove("/" + String.join("/", path));
    if (instead.isPresent() && instead.get().isUnclear()) {
      return refused(FtpLimit.UNCLEAR_PATH, command.verb());
    }
    if (instead.isPresent() && instead.get().line().length() > LONGEST) {
      return refused(FtpLimit.TOO_LONG, command.verb());
    }
    FtpVerdict verdict = forward(new Pending(command, path, null, FtpLimit.encrypts(command)));
    return instead.map(FtpCommand::line).map(FtpVerdict::instead).orElse(verdict);
  }

  private FtpVerdict active(FtpCommand command, Optional<FtpAddress> named) {
    if (named.isEmpty()) {
      return FtpVerdict.refused(RefusalReason.BAD_COMMAND, "not an address");
    }
    if (!named.get().address().equals(client)) {
      return FtpVerdict.refused(RefusalReason.FOREIGN_ADDRESS, "the address is not the client's");
    }
    int port = named.get().port();
    if (port < LOWEST_PORT) {
      return FtpVerdict.refused(RefusalReason.LOW_PORT, "the port is below " + LOWEST_PORT);
    }
    DataConnection data = new DataConnection(server, client, port);
    return forward(new Pending(command, List.of(), data, false));
  }

  private FtpVerdict forward(Pending command) {
    pending.add(command);
    return FtpVerdict.FORWARD;
  }

  /** Judges a line of the server, without CRLF. */
  public FtpVerdict reply(String line) {
    isTransferred = false;
    FtpReplies.Line kind = replies.read(line);
    if (kind == FtpReplies.Line.BAD) {
      return FtpVerdict.end(RefusalReason.BAD_COMMAND);
    }
    boolean namesAddress = line.startsWith("227") || line.startsWith("229");
    if (kind == FtpReplies.Line.CONTINUED) {
      // Clients differ on which line of such a reply has the address.
      return namesAddress ? FtpVerdict.end(RefusalReason.AMBIGUOUS) : FtpVerdict.FORWARD;
    }
    if (kind == FtpReplies.Line.PRELIMINARY) {
      return FtpVerdict.FORWARD;
    }
    Pending answered = pending.poll();
    if (answered == null) {
      // Names of files may look like replies. What comes then would answer the next commands.
      return line.startsWith(CLOSING)
          ? FtpVerdict.FORWARD
          : FtpVerdict.end(RefusalReason.AMBIGUOUS);
    }
    return settled(answered, line, namesAddress);
  }

  private FtpVerdict settled(Pending answered, String line, boolean namesAddress) {
    String verb = answered.command().verb();
    boolean isDone = line.charAt(0) == '2';
    if (namesAddress) {
      return passive(verb, line);
    }
    if (verb.equals("RNFR")) {
      isRenaming |= line.charAt(0) == '3';
    } else if (verb.equals("RNTO")) {
      isRenaming = false;
    }
    if (isDone) {
      isTransferred = answered.command().movesData();
      follow(answered, line);
    }
    if (isDone && answered.mayEncrypt()) {
      return FtpVerdict.PASS_THROUGH;
    }
    return isDone && answered.data() != null
        ? FtpVerdict.forward(answered.data())
        : FtpVerdict.FORWARD;
  }

  private void follow(Pending answered, String line) {
    switch (answered.command().verb()) {
      case "CWD", "CDUP" -> folder.change(answered.path());
      case "USER", "PASS", "ACCT" -> isLoggedIn = true;
      case "REIN" -> {
        isLoggedIn = false;
        folder.change(List.of());
      }
      case "PWD" -> folder.learn(line);
      default -> {
        // The folder stays.
      }
    }
  }

  private FtpVerdict passive(String verb, String line) {
    Optional<FtpAddress> named = Optional.empty();
    if (verb.equals("PASV") && line.startsWith("227")) {
      named = FtpAddress.ofPasvReply(line);
    } else if (verb.equals("EPSV") && line.startsWith("229")) {
      named = FtpAddress.ofEpsvReply(line);
    }
    if (named.isEmpty()) {
      return FtpVerdict.end(RefusalReason.AMBIGUOUS);
    }
    InetAddress address = named.get().address();
    if (address != null && !address.equals(server)) {
      return FtpVerdict.end(RefusalReason.FOREIGN_ADDRESS);
    }
    int port = named.get().port();
    return port < LOWEST_PORT
        ? FtpVerdict.end(RefusalReason.LOW_PORT)
        : FtpVerdict.forward(new DataConnection(client, server, port));
  }
}
