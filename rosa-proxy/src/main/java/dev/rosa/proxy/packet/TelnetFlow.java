package dev.rosa.proxy.packet;

import dev.rosa.proxy.connection.ProxiedConnection;
import dev.rosa.proxy.policy.RuledTelnet;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.rules.TelnetConfig;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.telnet.TelnetJudge;
import dev.rosa.proxy.telnet.TelnetLimits;
import dev.rosa.proxy.url.NormalUrl;
import java.util.Set;

/**
 * Judge of a connection of TELNET. The rules decide before the server hears of it. Owned by one
 * thread.
 */
final class TelnetFlow extends FlowJudge {
  /** Name and password. */
  private static final int LINES_OF_LOGIN = 2;

  private final RuledTelnet rules;
  private final ProxiedConnection connection;
  private final NormalUrl asked;
  private final boolean mayConnect;

  TelnetFlow(JudgeMaker.New connectionOf, JudgeMaker.Shared shared, String serverAddress) {
    super(connectionOf);
    rules = new RuledTelnet(shared.rules(), connectionOf.client());
    connection =
        new ProxiedConnection(
            new TelnetJudge(limits(shared.rules().telnet())), JudgeMaker.HEAD_NANOS, shared.kept());
    asked = NormalUrl.parse("telnet://" + serverAddress + "/");
    mayConnect = rules.mayConnect(asked);
    note(asked, mayConnect);
  }

  /** Tells the log that it was asked for. */
  void tell() {
    Judgement judgement = mayConnect ? Judgement.PASS : Judgement.REFUSE;
    connectionOf().log().connect(connectionOf(), rules.rule(), judgement, asked);
  }

  @Override
  void proven() {
    tell();
  }

  private static TelnetLimits limits(TelnetConfig config) {
    TelnetLimits usual = TelnetLimits.USUAL;
    return new TelnetLimits(
        config.allowedOptions().<Set<Integer>>map(Set::copyOf).orElse(usual.options()),
        config.allowedVariables().<Set<String>>map(Set::copyOf).orElse(usual.variables()),
        config.endsAtLogin() ? LINES_OF_LOGIN : 0);
  }

  /** True if the rules let the client connect. */
  boolean mayConnect() {
    return mayConnect;
  }

  @Override
  ProxiedConnection connection() {
    return connection;
  }

  @Override
  Rule rule() {
    return rules.rule();
  }
}
