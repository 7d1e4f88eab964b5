package dev.rosa.router.catalogue;

/**
 * Reason for which a router did not take a Code Server's catalogue or secret: one name and one
 * counter each.
 */
public enum RefusalReason {
  /** It has no signed state of the domain. */
  NO_STATE,
  /** No Authorization Server of the domain has signed its state, or the state is not one. */
  BAD_STATE,
  /** Its state is older than one that this router has had. */
  OLDER_STATE,
  /** Its state is another one with the number of this router's state. */
  CONFLICTING_STATE,
  /**
   * It has other segments than the state names, or revocations of a kind that is not known here.
   */
  BAD_SEGMENT,
  /** It is older than one of the same storage that this router has had. */
  OLDER_CATALOGUE,
  /** It is not a catalogue. */
  MALFORMED,
  /** A secret that it gave is not the one that the domain's state commits to. */
  FALSE_SECRET
}
