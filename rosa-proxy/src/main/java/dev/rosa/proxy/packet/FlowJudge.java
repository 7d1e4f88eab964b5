package dev.rosa.proxy.packet;

import dev.rosa.proxy.connection.ProxiedConnection;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.url.NormalUrl;
import dev.rosa.proxy.url.Scheme;
import dev.rosa.proxy.url.UrlCopy;

/**
 * Judge of a connection, with the rules as its policy; it notes what it decides. Owned by one
 * thread.
 */
abstract class FlowJudge {
  private final JudgeMaker.New connectionOf;
  private final UrlCopy url = new UrlCopy();
  private int user;
  private int requests;

  FlowJudge(JudgeMaker.New connectionOf) {
    this.connectionOf = connectionOf;
    user = connectionOf.client().user();
  }

  /** Notes a request that was judged. */
  final void note(NormalUrl asked, boolean passes) {
    url.set(asked);
    requests += passes ? 1 : 0;
  }

  /**
   * Notes requests that have passed elsewhere; {@code asked} is the last one's, null: not known.
   */
  final void notePassed(int count, NormalUrl asked) {
    requests += count;
    if (asked != null) {
      url.set(asked);
    }
  }

  /** The connection that it judges. */
  final JudgeMaker.New connectionOf() {
    return connectionOf;
  }

  final Scheme scheme() {
    return connectionOf.scheme();
  }

  /** Index of the user that its rules know. */
  final int user() {
    return user;
  }

  /** The client is another user from now on. */
  void by(int other) {
    user = other;
  }

  /** The client has shown that it hears the server. */
  void proven() {
    // Most are told of by their requests.
  }

  abstract ProxiedConnection connection();

  /** The rule that decided last; null for the default, or if none did. */
  abstract Rule rule();

  /** Requests that were let pass. */
  final int requests() {
    return requests;
  }

  /** URL of the last request. */
  final UrlCopy url() {
    return url;
  }

  /** True if it counts its refusals itself. */
  boolean countsRefusals() {
    return false;
  }

  /** The connection is gone: gives memory back that is shared. */
  void close() {
    connection().forget();
  }
}
