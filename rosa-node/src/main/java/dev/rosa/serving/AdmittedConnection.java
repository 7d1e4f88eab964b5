package dev.rosa.serving;

/**
 * Record of one connection in a server's {@link ConnectionShares}: its source, and its identity
 * after the TLS handshake. Guarded by the lock of its {@link ConnectionShares}.
 *
 * @param <C> a connection
 */
final class AdmittedConnection<C> {

  final C connection;
  final SourceNetwork source;

  /** Null until the handshake has finished. */
  String identity;

  /** Null when the handshake has finished. */
  UnfinishedGroup<C> group;

  /** Index within the group. */
  int index;

  /** Connections of its source and of its source's site within the group. */
  UnfinishedGroup.Load ofSource;

  UnfinishedGroup.Load ofSite;

  AdmittedConnection(C connection, SourceNetwork source) {
    this.connection = connection;
    this.source = source;
  }
}
