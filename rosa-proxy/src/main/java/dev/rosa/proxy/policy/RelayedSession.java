package dev.rosa.proxy.policy;

import dev.rosa.config.HostPort;
import dev.rosa.proxy.journal.ConnectionEntry;
import dev.rosa.proxy.journal.ConnectionLog;
import dev.rosa.proxy.journal.OpenConnection;
import dev.rosa.proxy.journal.RequestEntry;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.rules.LogMode;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.RefusalReason;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * What operators and the log are told of one relayed session, and its client's login. One thread,
 * but for what says otherwise.
 */
public abstract class RelayedSession {
  private static final String CONTROL = "CONTROL";

  private final Surroundings around;
  private final String protocol;
  private final InetSocketAddress client;
  private final InetSocketAddress server;
  private final long number;
  private final long beganMillis;
  private LogMode mode;
  private String command = "";

  /** What operators may ask for meanwhile. */
  private final AtomicInteger requests = new AtomicInteger();

  private volatile int user;
  private volatile String url = "";
  private volatile String rule = "default";
  private volatile RefusalReason reason;
  private volatile String scan;

  /**
   * What all sessions of a protocol share.
   *
   * @param rules in force
   * @param numbers of connections
   * @param loggedIn who is logged in where
   * @param log for what the rules ask to log
   * @param loginPage address that clients are told who must log in; null: none
   * @param refusals counters, written under their own lock
   * @param open sessions that go on
   * @param clock of the log
   */
  public record Surroundings(
      RulesInForce rules,
      LongSupplier numbers,
      LoggedIn loggedIn,
      ConnectionLog log,
      String loginPage,
      RefusalCounts refusals,
      Set<RelayedSession> open,
      InstantSource clock) {}

  /** A session that begins. */
  protected RelayedSession(
      Surroundings around, String protocol, InetSocketAddress client, InetSocketAddress server) {
    this.around = around;
    this.protocol = protocol;
    this.client = client;
    this.server = server;
    user = around.loggedIn().userAt(client.getAddress());
    number = around.numbers().getAsLong();
    beganMillis = around.clock().millis();
    mode = around.rules().log(null);
  }

  /** Its client, for rules. */
  protected final ClientEnd clientEnd() {
    return new ClientEnd(client.getAddress(), server.getAddress(), user);
  }

  protected final int user() {
    return user;
  }

  /** The client is used: its login goes on. Returns its user now. */
  protected final int lookAtUser() {
    around.loggedIn().seen(client.getAddress());
    user = around.loggedIn().userAt(client.getAddress());
    return user;
  }

  /**
   * Notes a request that was decided about.
   *
   * @param verb its command
   * @param about its URL with query
   * @param by name of the rule
   * @param log how that rule logs
   */
  protected final void note(String verb, String about, String by, LogMode log) {
    command = verb;
    url = about;
    rule = by;
    mode = log;
    reason = null;
  }

  /** A request was allowed. */
  protected final void allowed() {
    requests.incrementAndGet();
  }

  /** Another rule has decided about the answer. */
  protected final void by(String name, LogMode log) {
    rule = name;
    mode = log;
  }

  /** Logs the request that was noted last, if its rule wants that; {@code said} is of a scan. */
  protected final void logRequest(String said) {
    scan = said;
    if (mode == LogMode.FULL) {
      around
          .log()
          .request(
              new RequestEntry(
                  number,
                  around.clock().millis(),
                  protocol,
                  HostPort.of(client).toString(),
                  HostPort.of(server).toString(),
                  around.rules().userName(user),
                  command,
                  url,
                  rule,
                  reason,
                  said));
    }
  }

  /** False ends the session: its user has logged out, or another one has logged in. */
  public boolean isInForce() {
    return around.loggedIn().userAt(client.getAddress()) == user;
  }

  /** Something was refused. */
  public void refused(RefusalReason why) {
    reason = why;
    synchronized (around.refusals()) {
      around.refusals().add(why);
    }
  }

  /** The name of the rule that has decided last. */
  protected final String rule() {
    return rule;
  }

  /** The session has ended; {@code bytesSeen} have come to this process. */
  public void ended(long bytesToServer, long bytesToClient, long bytesSeen) {
    around.open().remove(this);
    if (mode != LogMode.NONE) {
      around.log().ended(entry(bytesToServer, bytesToClient, bytesSeen));
    }
  }

  private ConnectionEntry entry(long bytesToServer, long bytesToClient, long bytesSeen) {
    return new ConnectionEntry(
        number,
        beganMillis,
        around.clock().millis(),
        protocol,
        HostPort.of(client).toString(),
        HostPort.of(server).toString(),
        around.rules().userName(user),
        requests.get(),
        url,
        rule,
        reason,
        bytesToServer,
        bytesToClient,
        bytesSeen,
        scan);
  }

  /** True if the client is no user, and must be one. */
  protected final boolean isStranger() {
    return user == Question.NO_USER;
  }

  /** The session now; its bytes are counted at its end. From any thread. */
  OpenConnection now() {
    return new OpenConnection(CONTROL, 0, entry(0, 0, 0));
  }

  /** Address of the client. From any thread. */
  InetAddress client() {
    return client.getAddress();
  }
}
