package dev.rosa.proxy.packet;

import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.stream.TcpSegment;
import dev.rosa.proxy.syncookie.Cookies;

/**
 * Openings of connections: the server has to begin with the byte that the worker has judged first.
 *
 * <p>A server that answers by SYN cookies keeps nothing of an opening. For two minutes it takes any
 * acknowledgement that fits one of its answers, whenever it has no connection with these ends, and
 * a client that has seen one answer knows all that fit: it chooses where its bytes begin. Such an
 * answer can have no options if its client has sent no times. So the worker takes the times out of
 * what asks for a connection, and an answer without options counts as a cookie. All packets of both
 * ends come to the worker then, and none of the client begins a connection elsewhere.
 *
 * <p>Stateless.
 */
final class Openings {

  /** Bytes by which an acknowledgement is made older. */
  private static final int OLDER = 2 * Cookies.SIZES;

  /** Options by kind: window scale (RFC 7323), selective acknowledgements (RFC 2018). */
  private static final long SCALE = 1L << 3;

  private static final long SELECTIVE = 1L << 4;

  /** Times (RFC 7323). */
  private static final long TIMES = 1L << 8;

  /** Multipath TCP (RFC 8684): a server puts the bytes together by other numbers than TCP's. */
  private static final long MULTIPATH = 1L << 30;

  /** Signatures (RFC 2385, RFC 5925): a server without the key drops the packet. */
  private static final long SIGNATURES = 1L << 19 | 1L << 29;

  private Openings() {}

  /** Takes what a server must not agree on out of a client's wish for a connection. */
  static void ask(TcpSegment segment) {
    segment.removeOptions(TIMES | MULTIPATH);
  }

  /** True if a client's packet has an option that was not agreed on. */
  static boolean isStrange(TcpSegment segment) {
    return segment.hasOption(MULTIPATH | SIGNATURES);
  }

  /** True if a server's answer may be a cookie. */
  static boolean mayBeCookie(TcpSegment answer) {
    return !answer.hasOption(SCALE | SELECTIVE);
  }

  /** True while the server may take acknowledgements of cookies for this connection. */
  static boolean hasCookies(Flow flow, long now) {
    return flow.mayBeCookie && now - flow.openedNanos < Cookies.NANOS;
  }

  /**
   * A connection begins behind another one with its ends. The kernel goes on watching these: what
   * fits the earlier one's cookies must not pass there before the server answers.
   *
   * @param earlier is watched; null: there was none
   */
  static void follow(Flow earlier, Flow flow, Flows flows, long now) {
    if (earlier != null) {
      flow.mayBeCookie = true;
      flow.cookies = earlier.cookies;
      flows.forget(earlier, now);
    }
  }

  /**
   * Looks at a packet of a watched client. A server that has no connection with these ends must not
   * begin one with it, elsewhere than at the first byte that was judged, or there again: once the
   * server has bytes, repeats of them are not compared any more. A packet that fits a cookie of
   * these ends, as any may by chance, gets an older acknowledgement.
   *
   * @return why it must not go on; null if it may
   */
  static RefusalReason watched(Flow flow, TcpSegment segment) {
    int heard = segment.acknowledgement() - flow.serverFirst;
    if (!flow.isOpened || heard < 0 || flow.serverSent - segment.acknowledgement() < 0) {
      return RefusalReason.WRONG_NUMBER;
    }
    boolean isFirst = segment.sequence() == flow.clientFirst && !flow.connection.hasArrived();
    int older = isFirst ? 0 : older(flow.cookies, segment);
    if (older == 0) {
      return null;
    }
    if (heard < older) {
      return RefusalReason.WRONG_NUMBER;
    }
    segment.acknowledge(segment.acknowledgement() - older);
    return null;
  }

  /** By how much a packet's acknowledgement has to be older to fit no cookie. */
  private static int older(Cookies cookies, TcpSegment segment) {
    int distance = segment.acknowledgement() - segment.sequence();
    int older = 0;
    while (cookies != null && cookies.fits(distance - older)) {
      older += OLDER;
    }
    return older;
  }

  /**
   * Notes a server's answer.
   *
   * @return false if it must not go on: there are more cookies of these ends than can be told apart
   */
  static boolean answered(Flow flow, TcpSegment answer, long now) {
    if (!mayBeCookie(answer)) {
      return true;
    }
    if (flow.cookies == null) {
      flow.cookies = new Cookies();
    }
    return flow.cookies.add(answer.sequence() + 1 - flow.clientFirst, now);
  }

  /** A client that has got two answers takes the one that it acknowledges with its first bytes. */
  static void choose(Flow flow, TcpSegment segment) {
    boolean takesEarlier =
        flow.hasTwoAnswers
            && !flow.hasBegun()
            && segment.sequence() == flow.clientFirst
            && segment.acknowledgement() == flow.earlierFirst;
    if (takesEarlier) {
      flow.takeEarlierAnswer();
    }
  }
}
