package dev.rosa.proxy.journal;

import dev.rosa.proxy.stream.RefusalReason;

/**
 * A request that was judged.
 *
 * @param connection number of the connection, unique while the proxy runs
 * @param epochMillis time of the verdict
 * @param protocol {@code http}, {@code https}, {@code ftp} or {@code telnet}
 * @param client address and port
 * @param server address and port
 * @param user name; empty if no user is logged in
 * @param command method or command
 * @param url in its normal form, with its query
 * @param rule name of the rule; {@code default} for the default
 * @param reason of the refusal; null if it is allowed
 * @param scan what a scan of the answer has said; null: there was none
 */
public record RequestEntry(
    long connection,
    long epochMillis,
    String protocol,
    String client,
    String server,
    String user,
    String command,
    String url,
    String rule,
    RefusalReason reason,
    String scan) {

  /** Of a request whose answer is not scanned. */
  public RequestEntry(
      long connection,
      long epochMillis,
      String protocol,
      String client,
      String server,
      String user,
      String command,
      String url,
      String rule,
      RefusalReason reason) {
    this(connection, epochMillis, protocol, client, server, user, command, url, rule, reason, null);
  }
}
