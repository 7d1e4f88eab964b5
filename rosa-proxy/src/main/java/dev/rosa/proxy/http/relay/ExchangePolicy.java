package dev.rosa.proxy.http.relay;

import dev.rosa.proxy.http.HttpPolicy;
import dev.rosa.proxy.http.ResponseHead;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Policy of one relayed connection, which is told what becomes of it. It speaks of the request that
 * it has decided about last. One thread.
 */
public interface ExchangePolicy extends HttpPolicy {

  /** Maker of policies. Called by several threads. */
  @FunctionalInterface
  interface Maker {
    /** The policy of a new connection. */
    ExchangePolicy of(InetSocketAddress client, InetSocketAddress server);
  }

  /** False ends the connection: its user has logged out, or another one has logged in. */
  boolean isInForce();

  /** True if a rule for content may still refuse the answer. */
  boolean mustSeeAnswer();

  /** True if the answer may have to be scanned. */
  boolean mayScan();

  /**
   * Decides about the content of the answer.
   *
   * @param seenBytes of the body that there are
   */
  Judgement decideContent(ResponseHead head, byte[] body, int seenBytes);

  /** The scan that the answer needs; empty: none. Asked once the content is decided about. */
  Optional<AnswerScan> scan();

  /** Answer to a request that is refused. */
  byte[] page(RefusalReason reason);

  /** Answer to a request whose server cannot be reached. */
  byte[] unreachable();

  /**
   * An answer is refused, or the connection is, after the request was allowed; counts it.
   *
   * @param reason not that of a rule for requests
   */
  void refusedAnswer(RefusalReason reason);

  /**
   * What becomes of the answer is known.
   *
   * @param scan what a scan has said; null: there was none
   */
  void answered(String scan);

  /** The connection has ended; {@code seenBytes} have come to this process. */
  void ended(long bytesToServer, long bytesToClient, long seenBytes);
}
