package dev.rosa.proxy.ftp.relay;

import dev.rosa.proxy.ftp.FtpPolicy;
import dev.rosa.proxy.stream.RefusalReason;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Policy of one session, which is told what becomes of it. One thread. */
public interface SessionPolicy extends FtpPolicy {

  /** Maker of policies. Called by several threads. */
  @FunctionalInterface
  interface Maker {
    /** The policy of a new session. */
    SessionPolicy of(InetSocketAddress client, InetSocketAddress server);
  }

  /** Reply to a client that may have no session: no server hears of it. Empty: it may. */
  Optional<String> refusal();

  /** False ends the session: its user has logged out, or another one has logged in. */
  boolean isInForce();

  /** A line was refused, not by a rule. */
  void refused(RefusalReason reason);

  /** The session has ended. */
  void ended(long bytesToServer, long bytesToClient);
}
