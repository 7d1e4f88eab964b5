package dev.rosa.identity;

import java.nio.charset.StandardCharsets;

/**
 * Kind of a signed statement: the purpose that a member of the domain signs it for. The label goes
 * into the signature, so that a statement for one purpose cannot be used for another (PROTOCOL §6).
 */
public enum StatementKind {
  /** A user's request for a session; its window of time must hold with the domain's skew. */
  SERVICE_REQUEST("ROSA-v1 service-request"),

  /** A recipient's request for the keys of a session; it must be fresh. */
  SESSION_JOIN("ROSA-v1 session-join"),

  /** An administrator's act at the Authorization Server; it must be fresh, and counts once. */
  ADMINISTRATION("ROSA-v1 administration"),

  /** A publisher's word for a code; its time must hold with the tolerance of publications. */
  PUBLICATION("ROSA-v1 publication"),

  /** An Authorization Server's word for the state of its domain; newer ones have higher numbers. */
  DOMAIN_STATE("ROSA-v1 domain-state"),

  /** An Authorization Server's word for the key of its domain's audit log. */
  LOG_KEY("ROSA-v1 log-key"),

  /** A node's word for the key with which it cosigns the audit log's checkpoints. */
  WITNESS_KEY("ROSA-v1 witness-key");

  private final String label;

  StatementKind(String label) {
    this.label = label;
  }

  /** Prefix of a statement's bytes under its signature: the label and a zero byte. */
  byte[] signedPrefix() {
    return (label + '\0').getBytes(StandardCharsets.US_ASCII);
  }

  /** The label in ASCII, as it is signed and as messages name the purpose. */
  public String label() {
    return label;
  }
}
