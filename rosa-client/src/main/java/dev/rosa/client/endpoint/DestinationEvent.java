package dev.rosa.client.endpoint;

/**
 * Counters of a {@link Destination}: packets by fate, delivered bytes and joined sessions, named as
 * in PROTOCOL §5.
 */
public enum DestinationEvent {
  /** Verified, fresh, opened and handed to the application. */
  DELIVERED,
  /** Bytes of payload in them. */
  DELIVERED_BYTES,
  /** Handed over unchecked, because that was asked for and the session may not be joined. */
  DELIVERED_UNVERIFIED,
  /** The application's address did not take it. */
  DELIVERY_FAILED,
  /** A sound IP packet, but not an active one. */
  NOT_ACTIVE,
  /** A fragment. */
  FRAGMENT,
  /** Lengths, magic, reserved bits, header checksum or options are wrong. */
  MALFORMED,
  /** Not version 1. */
  UNKNOWN_VERSION,
  /** For an IP address that is not ours. */
  OTHER_DESTINATION,
  /** For a service port that is not ours. */
  OTHER_SERVICE,
  /** A suite that version 1 does not have. */
  SUITE_REFUSED,
  /** Of another domain than our identity. */
  FOREIGN_DOMAIN,
  /** Its window has not begun. */
  NOT_YET_VALID,
  /** Its window is over. */
  EXPIRED,
  /** Of a session that the Authorization Server does not let us join. */
  NOT_JOINED,
  /** Of a session that could not be joined because the server could not be asked. */
  JOIN_FAILED,
  /** Came while too many unknown sessions were being asked for. */
  JOIN_LIMITED,
  /** Came while too many packets were waiting for a join. */
  PARKED_OVERFLOW,
  /** Of one session more than are known at a time, in all or of one user. */
  SESSION_LIMIT,
  /** Of a session that may be one whose window was forgotten before the clock was set back. */
  WINDOW_LOST,
  /** Of a session that was joined, and then revoked, or whose secret was. */
  REVOKED,
  /** The tag is wrong, or the parameters are not the session's. */
  BAD_TAG,
  /** The sequence was seen before, or is too old to know. */
  REPLAYED,
  /** The record of sequences could not be written: it could be delivered again. */
  RECORD_FAILED,
  /** The record of sequences was written too often of late for a number that it lacks. */
  RECORD_BUSY,
  /** Sessions joined. */
  SESSIONS
}
