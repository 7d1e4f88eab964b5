package dev.rosa.proxy.journal;

import dev.rosa.proxy.stream.RefusalReason;

/**
 * A connection that has ended.
 *
 * @param connection number of the connection, unique while the proxy runs
 * @param beginMillis time of its first packet, since 1970
 * @param endMillis time of its end, since 1970
 * @param protocol {@code http}, {@code https}, {@code ftp} or {@code telnet}
 * @param client address and port
 * @param server address and port
 * @param user name; empty if no user was logged in
 * @param requests that were allowed
 * @param url of its last request; empty if there was none
 * @param rule that has decided last; {@code default} for the default
 * @param reason of its refusal; null if it was not refused
 * @param bytesToServer bytes of the client
 * @param bytesToClient bytes of the server
 * @param bytesSeen of both, those that the proxy's process has seen
 * @param scan what the last scan of an answer has said; null: there was none
 */
public record ConnectionEntry(
    long connection,
    long beginMillis,
    long endMillis,
    String protocol,
    String client,
    String server,
    String user,
    int requests,
    String url,
    String rule,
    RefusalReason reason,
    long bytesToServer,
    long bytesToClient,
    long bytesSeen,
    String scan) {

  /** Of a connection whose answers are not scanned. */
  public ConnectionEntry(
      long connection,
      long beginMillis,
      long endMillis,
      String protocol,
      String client,
      String server,
      String user,
      int requests,
      String url,
      String rule,
      RefusalReason reason,
      long bytesToServer,
      long bytesToClient,
      long bytesSeen) {
    this(
        connection,
        beginMillis,
        endMillis,
        protocol,
        client,
        server,
        user,
        requests,
        url,
        rule,
        reason,
        bytesToServer,
        bytesToClient,
        bytesSeen,
        null);
  }
}
