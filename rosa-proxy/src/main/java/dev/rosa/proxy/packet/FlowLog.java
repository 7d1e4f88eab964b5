package dev.rosa.proxy.packet;

import dev.rosa.config.HostPort;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.journal.ConnectionEntry;
import dev.rosa.proxy.journal.ConnectionLog;
import dev.rosa.proxy.journal.RequestEntry;
import dev.rosa.proxy.policy.RulesInForce;
import dev.rosa.proxy.rules.LogMode;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.NormalUrl;
import java.net.InetAddress;
import java.time.InstantSource;

/** What a worker tells the log, as the rules ask for it. Owned by one thread. */
final class FlowLog {
  private static final String DEFAULT = "default";

  private final ConnectionLog log;
  private final RulesInForce rules;
  private final InstantSource clock;

  FlowLog(ConnectionLog log, RulesInForce rules, InstantSource clock) {
    this.log = log;
    this.rules = rules;
    this.clock = clock;
  }

  long now() {
    return clock.millis();
  }

  /** A request of HTTP that was judged; the user may have logged in after the connection began. */
  void request(
      JudgeMaker.New flow, int user, Rule rule, RefusalReason reason, RequestHead request) {
    if (rules.log(rule) == LogMode.FULL) {
      write(flow, user, rule, reason, new Asked(request.method(), request.url()));
    }
  }

  /** A connection whose requests are not seen, and that was judged by its name. */
  void connect(JudgeMaker.New flow, Rule rule, Judgement judgement, NormalUrl url) {
    if (rules.log(rule) == LogMode.FULL) {
      RefusalReason reason = judgement == Judgement.REFUSE ? RefusalReason.RULE : null;
      write(flow, flow.client().user(), rule, reason, new Asked("CONNECT", url));
    }
  }

  /** What a request asks for. */
  private record Asked(String command, NormalUrl url) {}

  private void write(JudgeMaker.New flow, int user, Rule rule, RefusalReason reason, Asked asked) {
    log.request(
        new RequestEntry(
            flow.number(),
            now(),
            flow.scheme().label(),
            end(flow.client().address(), flow.clientPort()),
            end(flow.client().server(), flow.serverPort()),
            rules.userName(user),
            asked.command(),
            asked.url().text(),
            name(rule),
            reason));
  }

  /** A connection that is over. */
  void ended(Flow flow) {
    Rule rule = flow.judge.rule();
    if (rules.log(rule) == LogMode.NONE) {
      return;
    }
    log.ended(entry(flow));
  }

  /** What is to be said of a connection now. */
  ConnectionEntry entry(Flow flow) {
    return new ConnectionEntry(
        flow.number,
        flow.beginMillis,
        now(),
        flow.scheme.label(),
        end(flow.client, flow.ends.clientPort),
        end(flow.server, flow.ends.serverPort),
        rules.userName(flow.user),
        flow.judge.requests(),
        flow.judge.url().text(),
        name(flow.judge.rule()),
        flow.refusal,
        flow.bytesToServer,
        flow.bytesToClient,
        flow.bytesSeen);
  }

  static String name(Rule rule) {
    return rule == null ? DEFAULT : rule.name();
  }

  private static String end(InetAddress address, int port) {
    return new HostPort(address.getHostAddress(), port).toString();
  }
}
