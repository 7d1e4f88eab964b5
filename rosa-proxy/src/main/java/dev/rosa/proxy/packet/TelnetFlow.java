package dev.rosa.proxy.packet;

import dev.rosa.proxy.connection.ProxiedConnection;
import dev.rosa.proxy.policy.RuledTelnet;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.telnet.TelnetJudge;
import dev.rosa.proxy.telnet.TelnetLimits;
import dev.rosa.proxy.url.NormalUrl;
import dev.rosa.proxy.url.Scheme;

/**
 * Judge of a connection of TELNET. The rules decide before the server hears of it. Owned by one
 * thread.
 */
final class TelnetFlow implements FlowJudge {
  private final RuledTelnet rules;
  private final ProxiedConnection connection;
  private final UrlCopy url = new UrlCopy();
  private final boolean mayConnect;
  private int user;

  TelnetFlow(JudgeMaker.New connectionOf, JudgeMaker.Shared shared, String serverAddress) {
    user = connectionOf.client().user();
    rules = new RuledTelnet(shared.rules(), connectionOf.client());
    connection = new ProxiedConnection(new TelnetJudge(TelnetLimits.USUAL), JudgeMaker.HEAD_NANOS);
    NormalUrl asked = NormalUrl.parse("telnet://" + serverAddress + "/");
    url.set(asked);
    mayConnect = rules.mayConnect(asked);
    Judgement judgement = mayConnect ? Judgement.PASS : Judgement.REFUSE;
    connectionOf.log().connect(connectionOf, rules.rule(), judgement, asked);
  }

  /** True if the rules let the client connect. */
  boolean mayConnect() {
    return mayConnect;
  }

  @Override
  public Scheme scheme() {
    return Scheme.TELNET;
  }

  @Override
  public int user() {
    return user;
  }

  @Override
  public void by(int other) {
    user = other;
  }

  @Override
  public ProxiedConnection connection() {
    return connection;
  }

  @Override
  public Rule rule() {
    return rules.rule();
  }

  @Override
  public int requests() {
    return mayConnect ? 1 : 0;
  }

  @Override
  public UrlCopy url() {
    return url;
  }

  @Override
  public boolean countsRefusals() {
    return false;
  }

  @Override
  public void close() {
    // It shares no memory.
  }
}
