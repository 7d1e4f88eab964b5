package dev.rosa.router.catalogue;

import dev.rosa.domainstate.SegmentName;
import java.util.List;

/**
 * Result of a router's check of a catalogue: taken, lacking segments of revocations, or refused.
 */
sealed interface Verdict {

  /** It is in force. */
  record Taken() implements Verdict {}

  /**
   * It can come into force with these segments of the list of revocations.
   *
   * @param segments in the order in which the state names them, at least one
   */
  record Lacking(List<SegmentName> segments) implements Verdict {}

  /**
   * It is not taken.
   *
   * @param text one line, which goes on from "this Code Server is refused:"
   * @param mayPass whether it can be so in the ordinary course of things, for a short while
   */
  record Refused(RefusalReason reason, String text, boolean mayPass) implements Verdict {}
}
