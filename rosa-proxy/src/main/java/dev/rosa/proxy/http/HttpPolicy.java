package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;

/** Policy on requests that can be read: rules, and what is known of the client. One thread. */
public interface HttpPolicy {

  /**
   * Decides about a request.
   *
   * @param request of use until this method returns
   * @return {@link Judgement#PASS}, {@link Judgement#REFUSE}, or {@link Judgement#PASS_THROUGH}: it
   *     passes, and so does another protocol that it asks for
   */
  Judgement decide(RequestHead request);

  /** Hears of a request that is refused before any rule is asked. */
  void refused(RefusalReason reason, Ambiguity ambiguity);
}
