package dev.rosa.proxy.packet;

import dev.rosa.proxy.connection.ProxiedConnection;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.url.Scheme;

/** Judge of a connection, with the rules as its policy. Owned by one thread. */
interface FlowJudge {

  Scheme scheme();

  /** Index of the user that its rules know. */
  int user();

  /** The client is another user from now on. */
  void by(int user);

  ProxiedConnection connection();

  /** The rule that decided last; null for the default, or if none did. */
  Rule rule();

  /** Requests that were let pass. */
  int requests();

  /** URL of the last request. */
  UrlCopy url();

  /** True if it counts its refusals itself. */
  boolean countsRefusals();

  /** The connection is gone: gives its memory back. */
  void close();
}
