package dev.rosa.proxy.packet;

import dev.rosa.proxy.http.AnswerPages;
import dev.rosa.proxy.stream.TcpSegment;
import dev.rosa.proxy.url.Scheme;
import java.io.IOException;

/**
 * Answers to clients that must log in: no packet of theirs reaches a server. It answers the
 * handshake of HTTP itself and tells where to log in; other protocols are reset. It keeps nothing
 * of a connection: its own sequence number is a hash of the ends by a secret. Owned by one thread.
 */
final class LoginGate {
  private final ForgedSegments forged;
  private final AnswerPages pages;
  private final long secret;
  private final WorkerCounts counts;

  LoginGate(ForgedSegments forged, AnswerPages pages, long secret, WorkerCounts counts) {
    this.forged = forged;
    this.pages = pages;
    this.secret = secret;
    this.counts = counts;
  }

  /**
   * A segment of a client that is not logged in.
   *
   * @param clientLink where it came in
   * @param linkNumber where answers come in
   */
  void take(Ends ends, TcpSegment segment, Scheme scheme, int clientLink, int linkNumber)
      throws IOException {
    if (segment.isReset()) {
      return;
    }
    int first = (int) ends.hash(secret);
    int end = segment.sequence() + segment.payloadLength() + (segment.isLast() ? 1 : 0);
    if (scheme != Scheme.HTTP || pages.login() == null) {
      reset(ends, segment, linkNumber, segment.isOpening() ? end + 1 : end);
    } else if (segment.isOpening()) {
      // Rules that were in force before may have let it in: its packets must not reach a server.
      forged.forget(ends, clientLink);
      forged.toClient(
          ends, linkNumber, ForgedSegments.SYN | ForgedSegments.ACK, first, segment.sequence() + 1);
    } else if (segment.payloadLength() > 0 && segment.acknowledgement() == first + 1) {
      counts.addSentToLogin();
      int flags = ForgedSegments.ACK | ForgedSegments.PSH | ForgedSegments.FIN;
      forged.toClient(ends, linkNumber, flags, first + 1, end, pages.login());
    } else if (segment.isLast()) {
      reset(ends, segment, linkNumber, end);
    }
  }

  private void reset(Ends ends, TcpSegment segment, int linkNumber, int acknowledged)
      throws IOException {
    int sequence = segment.isAcknowledgement() ? segment.acknowledgement() : 0;
    forged.toClient(
        ends, linkNumber, ForgedSegments.RST | ForgedSegments.ACK, sequence, acknowledged);
  }
}
