package dev.rosa.proxy.packet;

import dev.rosa.proxy.connection.ConnectionState;
import dev.rosa.proxy.connection.ProxiedConnection;
import dev.rosa.proxy.stream.TcpSegment;

/**
 * Ends and resets of connections. A stranger who knows both addresses sends them, too: an end
 * counts only if it has a number of the connection that no stranger knows. Any other one is left to
 * the hosts, which look at its number (RFC 5961), and leaves the connection as it was; its server
 * is asked later whether it still knows it. Owned by one thread.
 */
final class Endings {
  private static final long SECOND = 1_000_000_000L;
  private static final long RESET_NANOS = 2 * SECOND;
  private static final long END_NANOS = 60 * SECOND;

  private final Flows flows;

  Endings(Flows flows) {
    this.flows = flows;
  }

  private static boolean isThrough(Flow flow) {
    return flow.connection.state() == ConnectionState.PASS_THROUGH;
  }

  /** True if a client's segment has the number that is next, or the one next for the server. */
  static boolean isNext(Flow flow, TcpSegment segment) {
    boolean isForServer = !isThrough(flow) && segment.sequence() == flow.forwardedTo;
    return isForServer || flow.connection.expects(segment.sequence());
  }

  /** A client's end or reset goes to the server. */
  void ofClient(Flow flow, TcpSegment segment, long now) {
    long until = now + (segment.isReset() ? RESET_NANOS : END_NANOS);
    // Of what passes through, the next number is not known: the kernel lets bytes pass.
    if (!isThrough(flow) || isNext(flow, segment)) {
      flows.end(flow, until);
    } else {
      flows.doubt(flow, until);
    }
  }

  /** A server's reset goes to the client. */
  void ofServer(Flow flow, TcpSegment segment, long now) {
    if (isOfServer(flow, segment)) {
      end(flow, now);
    } else {
      flows.doubt(flow, now + RESET_NANOS);
    }
  }

  /** The server has reset it. */
  void end(Flow flow, long now) {
    flow.connection.end();
    flows.end(flow, now + RESET_NANOS);
  }

  /** True if a server's reset names a number that only the server and its client know. */
  static boolean isOfServer(Flow flow, TcpSegment segment) {
    ProxiedConnection connection = flow.connection;
    int acknowledged = segment.acknowledgement();
    boolean isReceipt =
        segment.isAcknowledgement()
            && (connection.expects(acknowledged)
                || (!isThrough(flow) && acknowledged == flow.forwardedTo));
    if (isReceipt || !flow.isOpened) {
      return isReceipt;
    }
    boolean isInAnswer = flow.answer != null && segment.sequence() == flow.answer.next;
    return isInAnswer || segment.sequence() == flow.heardTo;
  }
}
