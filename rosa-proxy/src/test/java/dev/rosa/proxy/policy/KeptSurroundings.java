package dev.rosa.proxy.policy;

import dev.rosa.proxy.journal.ConnectionEntry;
import dev.rosa.proxy.journal.ConnectionLog;
import dev.rosa.proxy.journal.RequestEntry;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.rules.LoadedRules;
import java.net.InetAddress;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Surroundings of a relayed session: one user at every address, and a log that keeps all. */
final class KeptSurroundings implements LoggedIn, ConnectionLog {
  final List<RequestEntry> requests = new ArrayList<>();
  final List<ConnectionEntry> ended = new ArrayList<>();
  final RefusalCounts refusals = new RefusalCounts();

  /** The user at every address. */
  int user;

  /** How often a client was seen. */
  int seen;

  KeptSurroundings(int user) {
    this.user = user;
  }

  /** Those of a session, a second after 1970 began. */
  RelayedSession.Surroundings under(LoadedRules rules) {
    return new RelayedSession.Surroundings(
        new RulesInForce(rules, ZoneOffset.UTC, Instant.EPOCH),
        () -> 42,
        this,
        this,
        "https://login.example:3327/",
        refusals,
        new HashSet<>(),
        () -> Instant.ofEpochMilli(1_000));
  }

  @Override
  public int userAt(InetAddress client) {
    return user;
  }

  @Override
  public void seen(InetAddress client) {
    seen++;
  }

  @Override
  public void request(RequestEntry entry) {
    requests.add(entry);
  }

  @Override
  public void ended(ConnectionEntry entry) {
    ended.add(entry);
  }
}
