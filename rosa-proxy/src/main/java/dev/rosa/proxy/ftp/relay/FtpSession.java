package dev.rosa.proxy.ftp.relay;

import dev.rosa.kernel.socket.TransparentSocket;
import dev.rosa.proxy.ftp.DataConnection;
import dev.rosa.proxy.ftp.FtpControl;
import dev.rosa.proxy.ftp.FtpVerdict;
import dev.rosa.proxy.relay.RelayLimits;
import dev.rosa.proxy.stream.RefusalReason;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;

/**
 * A relayed session: takes lines of both ends, has them judged, hands them on. Owned by one thread.
 */
final class FtpSession {

  /** A logout ends the session within a second. */
  private static final int LOOK_MILLIS = 500;

  private static final String LOGGED_OUT = "421 logged out, closing";
  private static final String NO_HOLE = "421 no room for a data connection, closing";
  private static final String BAD_LINE = "421 refused, closing";

  private final RelayEnd client;
  private final RelayEnd server;
  private final SessionPolicy policy;
  private final FtpControl control;
  private final InetAddress clientAddress;
  private final Holes holes;
  private final HolePace pace;
  private final RelayLimits limits;
  private boolean isPassing;
  private boolean isEnding;

  /** The last data connection that was agreed on; null: none. */
  private DataConnection hole;

  FtpSession(
      RelayEnd client,
      RelayEnd server,
      InetAddress clientAddress,
      InetAddress serverAddress,
      SessionPolicy policy,
      Holes holes,
      HolePace pace,
      RelayLimits limits) {
    this.client = client;
    this.server = server;
    this.policy = policy;
    this.control = new FtpControl(clientAddress, serverAddress, policy);
    this.clientAddress = clientAddress;
    this.holes = holes;
    this.pace = pace;
    this.limits = limits;
  }

  /** Relays until an end closes, or the session is ended. */
  void run() throws IOException {
    try {
      relay();
    } finally {
      closeHole();
    }
  }

  private void relay() throws IOException {
    int idleMillis = 0;
    while (!isEnding && !client.hasEnded() && !server.hasEnded()) {
      boolean heard = await();
      // During a transfer, however long, the control connection is silent.
      boolean isIdle = !heard && (isPassing || control.unanswered() == 0);
      idleMillis = isIdle ? idleMillis + LOOK_MILLIS : 0;
      if (!policy.isInForce()) {
        end(LOGGED_OUT);
      } else if (idleMillis >= limits.idleMillis()) {
        end("421 idle for too long, closing");
      } else if (isPassing) {
        server.write(client.readBytes());
        client.write(server.readBytes());
      } else {
        relayLines();
      }
    }
  }

  private boolean await() throws IOException {
    // What a client sends while it waits stays in the kernel.
    return clientIsRead()
        ? TransparentSocket.awaitReadable(client.socket(), server.socket(), LOOK_MILLIS)
        : server.socket().awaitReadable(LOOK_MILLIS);
  }

  private boolean clientIsRead() {
    return isPassing || client.lines().isEmpty();
  }

  private void relayLines() throws IOException {
    server.readLines();
    judgeReplies();
    if (!isEnding && clientIsRead()) {
      client.readLines();
    }
    judgeCommands();
    refuseFaults();
  }

  private void judgeReplies() throws IOException {
    while (!isEnding && !server.lines().isEmpty()) {
      String line = server.lines().remove();
      carryOut(control.reply(line), line, client);
      if (control.isTransferred()) {
        closeHole();
      }
    }
  }

  private void judgeCommands() throws IOException {
    while (!isEnding && !isPassing && !client.lines().isEmpty()) {
      // Writing to an end may have taken long: a command is that of the user who is there now.
      if (!policy.isInForce()) {
        end(LOGGED_OUT);
        return;
      }
      String line = client.lines().element();
      FtpVerdict verdict = control.command(line);
      if (verdict.kind() == FtpVerdict.Kind.WAIT) {
        return;
      }
      client.lines().remove();
      carryOut(verdict, line, server);
    }
  }

  private void carryOut(FtpVerdict verdict, String line, RelayEnd to) throws IOException {
    note(verdict.reason());
    if (verdict.data() != null && !open(verdict.data())) {
      return;
    }
    switch (verdict.kind()) {
      case FORWARD -> to.writeLine(verdict.line() == null ? line : verdict.line());
      case PASS_THROUGH -> passThrough(line);
      case REFUSE -> client.writeLine(verdict.reply());
      case END -> end(verdict.reply());
      case WAIT -> throw new IllegalStateException("the line has not waited");
    }
  }

  /** What the client has sent already would be read by the server as encrypted. */
  private void passThrough(String reply) throws IOException {
    if (!client.lines().isEmpty()) {
      policy.refused(RefusalReason.AMBIGUOUS);
      end(BAD_LINE);
      return;
    }
    client.writeLine(reply);
    isPassing = true;
  }

  private void note(RefusalReason reason) {
    if (reason != null && reason != RefusalReason.RULE) {
      policy.refused(reason);
    }
  }

  /** A session has one hole at a time, so that no client takes those of others. */
  private boolean open(DataConnection data) throws IOException {
    if (!policy.isInForce()) {
      end(LOGGED_OUT);
      return false;
    }
    closeHole();
    waitForTurn();
    try {
      hole = data;
      holes.open(data);
      return true;
    } catch (IOException e) {
      policy.refused(RefusalReason.NO_ROOM);
      end(NO_HOLE);
      return false;
    }
  }

  /** A session has a thread of its own: others do not wait. */
  private void waitForTurn() throws IOException {
    try {
      TimeUnit.NANOSECONDS.sleep(pace.book(clientAddress, System.nanoTime()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the relay ends");
    }
  }

  private void closeHole() throws IOException {
    if (hole != null) {
      holes.close(hole);
      hole = null;
    }
  }

  private void end(String reply) throws IOException {
    isEnding = true;
    if (reply != null && !isPassing) {
      client.writeLine(reply);
    }
  }

  private void refuseFaults() throws IOException {
    RefusalReason reason =
        server.fault().reason() != null ? server.fault().reason() : client.fault().reason();
    if (reason != null && !isEnding && !isPassing) {
      policy.refused(reason);
      end(BAD_LINE);
    }
  }
}
