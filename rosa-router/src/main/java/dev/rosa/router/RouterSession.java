package dev.rosa.router;

import dev.rosa.api.SessionState;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.keys.KdfContext;
import dev.rosa.session.ReplayWindow;
import dev.rosa.wire.ActivePacket;
import dev.rosa.wire.Grant;
import java.util.Arrays;

/**
 * What a router remembers of a session that has proven itself with a right tag: its key, replay
 * window, rate and state (PROTOCOL §5 steps 6–12). Owned by one worker.
 */
final class RouterSession {

  final ReplayWindow window;
  final RateLimiter rate;
  final Grant grant;
  final PreparedKeys keys;

  /** What the code keeps for this session, or null if the grant does not let it. */
  final long[] state;

  final long session;

  /** When none of its packets is accepted any more: SET and the skew. */
  final long endSeconds;

  /** The code, once it is loaded; spares the look-up. */
  LoadedCode code;

  /** Neighbours in the cache's list, from the most to the least recently used. */
  RouterSession newer;

  RouterSession older;

  private final byte[] context;

  /**
   * A session whose packet has proven itself.
   *
   * @param skewSeconds how long after SET its packets are still accepted
   */
  RouterSession(
      ActivePacket packet,
      byte[] context,
      PreparedKeys keys,
      ReplayWindow window,
      long skewSeconds) {
    this.context = context.clone();
    this.keys = keys;
    this.window = window;
    this.session = packet.session();
    this.endSeconds = packet.set() + skewSeconds;
    this.grant = Grant.ofBits(packet.grantBits());
    this.rate = new RateLimiter(grant.packetsPerSecond());
    this.state = grant.mayKeepState() ? new long[SessionState.SLOTS] : null;
  }

  /**
   * Whether every parameter that went into this session's key equals the packet's.
   *
   * @param context {@code byte[115]}, see {@link KdfContext}
   */
  boolean hasContext(byte[] context) {
    return Arrays.equals(this.context, context);
  }
}
