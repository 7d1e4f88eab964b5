package dev.rosa.client.endpoint;

/** What a {@link Source} counts. */
public enum SourceEvent {
  /** Active packets handed to the link. */
  PACKETS,
  /** Bytes of payload in them. */
  BYTES,
  /** Payloads refused because no packet of ours may be so long. */
  TOO_LARGE,
  /** Packets the link did not take, e.g. because nobody listens at the first router's address. */
  LINK_FAILED,
  /** Sessions opened, the first one included. */
  SESSIONS
}
