package dev.rosa.client.endpoint;

/** Events that a {@link Source} counts. */
public enum SourceEvent {
  /** Active packets handed to the link. */
  PACKETS,
  /** Bytes of payload in them. */
  BYTES,
  /** Payloads refused because no packet may be so long. */
  TOO_LARGE,
  /** Packets the link did not take, e.g. because the first router's address has no listener. */
  LINK_FAILED,
  /** Sessions opened, the first one included. */
  SESSIONS,
  /** Notices of the server that a session has to be renewed at once. */
  TOLD_TO_RENEW
}
