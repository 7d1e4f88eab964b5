package dev.rosa.proxy.policy;

import dev.rosa.proxy.ftp.relay.SessionPolicy;
import dev.rosa.proxy.rules.criterion.Commands;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.NormalUrl;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Rules, logins and log as the policy of one relayed FTP session. A login or logout of its client
 * ends it. One thread.
 */
public final class RelayedFtp extends RelayedSession implements SessionPolicy {
  private static final String FTP = "ftp";
  private static final String NO_RULE = "default";

  private final Surroundings around;
  private final InetSocketAddress client;
  private final RuledFtp rules;

  private RelayedFtp(Surroundings around, InetSocketAddress client, InetSocketAddress server) {
    super(around, FTP, client, server);
    this.around = around;
    this.client = client;
    rules = new RuledFtp(around.rules(), clientEnd());
  }

  /** The policy of a new session. */
  public static RelayedFtp of(
      Surroundings around, InetSocketAddress client, InetSocketAddress server) {
    RelayedFtp session = new RelayedFtp(around, client, server);
    around.open().add(session);
    return session;
  }

  @Override
  public Decision decide(String verb, NormalUrl about) {
    // The relay may have waited long for an end of it since it asked.
    if (!isInForce()) {
      note(Commands.word(verb), about.text(), NO_RULE, around.rules().log(null));
      refused(RefusalReason.LOGGED_OUT);
      logRequest(null);
      return new Decision(Judgement.REFUSE, NO_RULE, false);
    }
    around.loggedIn().seen(client.getAddress());
    Decision decision = rules.decide(verb, about);
    note(Commands.word(verb), about.text(), decision.rule(), rules.lastLog());
    if (decision.judgement() == Judgement.REFUSE) {
      refused(RefusalReason.RULE);
    } else {
      allowed();
    }
    logRequest(null);
    return decision;
  }

  @Override
  public Optional<String> refusal() {
    if (!isStranger() || !around.rules().needLogin()) {
      return Optional.empty();
    }
    String where = around.loginPage() == null ? "" : " at " + around.loginPage();
    return Optional.of("421 log in first%s, closing".formatted(where));
  }

  @Override
  public void ended(long bytesToServer, long bytesToClient) {
    ended(bytesToServer, bytesToClient, bytesToServer + bytesToClient);
  }
}
