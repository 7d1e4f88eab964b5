package dev.rosa.router.pipeline;

import dev.rosa.evidence.Proof;
import dev.rosa.router.evidence.DropKind;
import dev.rosa.wire.active.RosaHeader;
import java.util.Arrays;
import java.util.List;

/**
 * Reason for which a packet was not handed back: one name and one counter each (PROTOCOL §5). The
 * order is that of the steps.
 */
public enum DropReason {
  /** Step 1: the first fragment of what asks for an active router. */
  FRAGMENT,
  /**
   * Step 1: lengths, magic, sequence 0, reserved bits, IPv4's header checksum or IP options; step
   * 8: no UDP checksum over IPv6.
   */
  MALFORMED,
  /** Step 1: further IPv6 headers in front of UDP, where the operator wants those dropped. */
  BEHIND_HEADERS,
  /**
   * Step 1: not to UDP port 3322, but with a packet inside that is, which the kernel has unpacked
   * and a rule of the diversion has found.
   */
  ENCAPSULATED,
  /** Step 1: another version of the protocol. */
  UNKNOWN_VERSION,
  /** Step 2: a packet of another domain, where the operator wants those dropped. */
  FOREIGN_DOMAIN,
  /** Step 2: a suite this domain does not accept. */
  SUITE_REFUSED,
  /** Step 3: SST lies ahead by more than the skew. */
  NOT_YET_VALID,
  /** Step 3: SET has passed by more than the skew. */
  EXPIRED,
  /** Step 4: Ci is not in the catalogue. */
  UNKNOWN_CODE,
  /** Step 4: a code this router may not have, where the operator wants those dropped. */
  CODE_REFUSED,
  /** Step 5: the state of the domain has ended, where the operator wants packets dropped then. */
  STALE_STATE,
  /** Step 5: session, user, code or epoch was revoked. */
  REVOKED,
  /** Step 6: the epoch is retired, unknown to the Code Server, or not announced in time. */
  UNKNOWN_EPOCH,
  /** Step 6: more packets of sessions that are not live than the router checks per second. */
  UNVERIFIED_LIMIT,
  /** Steps 6 and 10: more packets wait for a fetch than there is room for; the oldest go. */
  PARKED_OVERFLOW,
  /** Steps 6 and 10: the fetch did not succeed within the time a packet may wait. */
  PARKED_TIMEOUT,
  /** Step 7: the tag is not what these parameters and this payload give. */
  BAD_TAG,
  /** Step 8: the sequence number was seen, is too old to know, or too far ahead. */
  REPLAYED,
  /** Step 8: a packet of a session whose window this router may have had to forget. */
  WINDOW_LOST,
  /** Step 9: more packets than the grant allows. */
  RATE_EXCEEDED,
  /** Step 10: wrong digest, no accepted signature, refused by the check, or it does not start. */
  CODE_INVALID,
  /** Step 12: packets wait, and the code has run long enough for this user's. */
  SHARE_EXCEEDED,
  /** Step 12: the code decided so. */
  DROPPED_BY_CODE,
  /** Step 12: the code failed. */
  CODE_FAULT,
  /** Step 12: the code failed so often that it is stopped until its operator has looked at it. */
  CODE_STOPPED,
  /** Step 12: the code used up its fuel, its memory or its stack. */
  FUEL_EXHAUSTED,
  /** Step 14: no route leads to the destination. */
  NO_ROUTE,
  /** Step 1: TTL or hop limit lower than the operator wants; of other traffic step 14: used up. */
  HOPS_EXHAUSTED,
  /** Step 14: the link would not take it. */
  LINK_REFUSED;

  /** Kinds of evidence by the ordinal of the reason. */
  public static final List<DropKind> EVIDENCE =
      Arrays.stream(values()).map(DropReason::evidence).toList();

  private DropKind evidence() {
    return new DropKind(name(), proof(), this == ENCAPSULATED ? 0 : RosaHeader.UDP_PORT);
  }

  /**
   * Proof that a packet dropped for this reason gives of its source's address, for a firewall;
   * null: its Source is not to blame.
   */
  private Proof proof() {
    return switch (this) {
      case RATE_EXCEEDED, CODE_FAULT, FUEL_EXHAUSTED -> Proof.SESSION;
      case STALE_STATE, UNVERIFIED_LIMIT, PARKED_OVERFLOW, PARKED_TIMEOUT, WINDOW_LOST -> null;
      case SHARE_EXCEEDED -> null;
      case CODE_INVALID, DROPPED_BY_CODE, CODE_STOPPED, NO_ROUTE, LINK_REFUSED -> null;
      default -> Proof.NONE;
    };
  }

  /**
   * True if the drop is evidence against the packet's source: it was before step 9, or proves the
   * session.
   *
   * @param accepted true if the packet was past step 9 before it was parked
   */
  boolean isEvidence(boolean accepted) {
    Proof proof = EVIDENCE.get(ordinal()).proof();
    return proof == Proof.SESSION || (proof == Proof.NONE && !accepted);
  }
}
