package dev.rosa.proxy.policy;

import dev.rosa.config.HostPort;
import dev.rosa.proxy.ftp.relay.SessionPolicy;
import dev.rosa.proxy.journal.ConnectionEntry;
import dev.rosa.proxy.journal.ConnectionLog;
import dev.rosa.proxy.journal.OpenConnection;
import dev.rosa.proxy.journal.RequestEntry;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.rules.LogMode;
import dev.rosa.proxy.rules.criterion.Commands;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.NormalUrl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Rules, logins and log as the policy of one relayed FTP session. A login or logout of its client
 * ends it. One thread.
 */
public final class RelayedFtp implements SessionPolicy {
  private static final String FTP = "ftp";
  private static final String CONTROL = "CONTROL";

  private final Surroundings around;
  private final InetSocketAddress client;
  private final InetSocketAddress server;
  private final int user;
  private final RuledFtp rules;
  private final long number;
  private final long beganMillis;
  private LogMode mode;

  /** What operators may ask for meanwhile. */
  private final AtomicInteger requests = new AtomicInteger();

  private volatile String url = "";
  private volatile String rule = "default";
  private volatile RefusalReason reason;

  /**
   * What all sessions of a relay share.
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
      Set<RelayedFtp> open,
      InstantSource clock) {

    /** The policy of a new session. */
    public RelayedFtp session(InetSocketAddress client, InetSocketAddress server) {
      RelayedFtp session = new RelayedFtp(this, client, server);
      open.add(session);
      return session;
    }
  }

  private RelayedFtp(Surroundings around, InetSocketAddress client, InetSocketAddress server) {
    this.around = around;
    this.client = client;
    this.server = server;
    this.user = around.loggedIn().userAt(client.getAddress());
    this.number = around.numbers().getAsLong();
    this.beganMillis = around.clock().millis();
    this.mode = around.rules().log(null);
    rules =
        new RuledFtp(around.rules(), new ClientEnd(client.getAddress(), server.getAddress(), user));
  }

  @Override
  public Decision decide(String verb, NormalUrl about) {
    around.loggedIn().seen(client.getAddress());
    Decision decision = rules.decide(verb, about);
    boolean isAllowed = decision.judgement() != Judgement.REFUSE;
    requests.addAndGet(isAllowed ? 1 : 0);
    url = about.text();
    rule = decision.rule();
    mode = rules.lastLog();
    reason = null;
    if (!isAllowed) {
      refused(RefusalReason.RULE);
    }
    if (mode == LogMode.FULL) {
      logRequest(verb);
    }
    return decision;
  }

  private void logRequest(String verb) {
    around
        .log()
        .request(
            new RequestEntry(
                number,
                around.clock().millis(),
                FTP,
                HostPort.of(client).toString(),
                HostPort.of(server).toString(),
                around.rules().userName(user),
                Commands.word(verb),
                url,
                rule,
                reason));
  }

  @Override
  public Optional<String> refusal() {
    if (user != Question.NO_USER || !around.rules().needLogin()) {
      return Optional.empty();
    }
    String where = around.loginPage() == null ? "" : " at " + around.loginPage();
    return Optional.of("421 log in first%s, closing".formatted(where));
  }

  @Override
  public boolean isInForce() {
    return around.loggedIn().userAt(client.getAddress()) == user;
  }

  @Override
  public void refused(RefusalReason why) {
    reason = why;
    synchronized (around.refusals()) {
      around.refusals().add(why);
    }
  }

  @Override
  public void ended(long bytesToServer, long bytesToClient) {
    around.open().remove(this);
    if (mode != LogMode.NONE) {
      around.log().ended(entry(bytesToServer, bytesToClient));
    }
  }

  private ConnectionEntry entry(long bytesToServer, long bytesToClient) {
    return new ConnectionEntry(
        number,
        beganMillis,
        around.clock().millis(),
        FTP,
        HostPort.of(client).toString(),
        HostPort.of(server).toString(),
        around.rules().userName(user),
        requests.get(),
        url,
        rule,
        reason,
        bytesToServer,
        bytesToClient,
        bytesToServer + bytesToClient);
  }

  /** The session now; its bytes are counted at its end. From any thread. */
  OpenConnection now() {
    return new OpenConnection(CONTROL, 0, entry(0, 0));
  }

  /** Address of the client. From any thread. */
  InetAddress client() {
    return client.getAddress();
  }
}
