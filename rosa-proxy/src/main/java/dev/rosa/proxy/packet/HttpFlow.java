package dev.rosa.proxy.packet;

import dev.rosa.proxy.connection.ProxiedConnection;
import dev.rosa.proxy.content.FileKind;
import dev.rosa.proxy.http.Ambiguity;
import dev.rosa.proxy.http.HttpPolicy;
import dev.rosa.proxy.http.HttpRequestJudge;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.http.ResponseHead;
import dev.rosa.proxy.http.ResponseStart;
import dev.rosa.proxy.http.ServerEnd;
import dev.rosa.proxy.policy.ResponseContent;
import dev.rosa.proxy.policy.RuledHttp;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.rules.criterion.Content;
import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.NormalUrl;
import java.util.Arrays;

/** Judge of a connection of HTTP, which notes what it decides. Owned by one thread. */
final class HttpFlow extends FlowJudge implements HttpPolicy {
  private static final byte[] GET = AsciiBytes.of("GET");
  private static final byte[] HEAD = AsciiBytes.of("HEAD");
  private static final byte[] HOST = AsciiBytes.of("host");
  private static final byte[] CONNECT = AsciiBytes.of("CONNECT");

  /** Many connections never ask for anything whose answer must be seen. */
  private static final NormalUrl NOTHING = new NormalUrl();

  private final RuledHttp rules;
  private final HttpRequestJudge judge;
  private final ProxiedConnection connection;
  private final JudgeMaker.Shared shared;
  private final ServerEnd server;

  /** The server's end alone; null: there is no cache. */
  private final Ends serverEnds;

  private byte[] method = {};
  private boolean isVersion11;
  private NormalUrl asked = NOTHING;
  private boolean wantsAnswer;
  private boolean isKnownToKernel;

  HttpFlow(JudgeMaker.New connectionOf, JudgeMaker.Shared shared, ServerEnd server) {
    super(connectionOf);
    this.shared = shared;
    this.server = server;
    serverEnds = shared.cache() == null ? null : new Ends();
    if (serverEnds != null) {
      serverEnds.set(
          connectionOf.client().address(),
          connectionOf.client().server(),
          connectionOf.serverPort());
    }
    rules = new RuledHttp(shared.rules(), connectionOf.client(), shared.counts());
    judge = new HttpRequestJudge(shared.heads(), shared.requestHead(), server, this);
    connection = new ProxiedConnection(judge, JudgeMaker.HEAD_NANOS, shared.kept());
  }

  @Override
  public Judgement decide(RequestHead request) {
    int generation = shared.cache() == null ? 0 : shared.cache().generation();
    Judgement judgement = rules.decide(request);
    note(request.url(), judgement != Judgement.REFUSE);
    if (judgement != Judgement.REFUSE) {
      boolean isUpgrade = request.asksForUpgrade();
      wantsAnswer |= isUpgrade || rules.mustSeeAnswer();
      if (wantsAnswer) {
        method = Arrays.copyOf(request.bytes(), request.methodLength());
        isVersion11 = request.isVersion11();
        asked = NormalUrl.copyOf(request.url());
      }
    }
    boolean isAllowed = judgement == Judgement.PASS && !wantsAnswer;
    isKnownToKernel = serverEnds != null && isAllowed && remember(request, generation);
    RefusalReason reason = judgement == Judgement.REFUSE ? RefusalReason.RULE : null;
    connectionOf().log().request(connectionOf(), user(), rules.lastRule(), reason, request);
    return judgement;
  }

  /** Lets the kernel know of a verdict that depends on nothing but what it reads. */
  private boolean remember(RequestHead request, int generation) {
    boolean isOfKernel =
        rules.isPlain()
            && request.isVersion11()
            && !request.asksForUpgrade()
            && (request.isMethod(GET) || request.isMethod(HEAD));
    if (!isOfKernel) {
      return false;
    }
    int host = request.fields().find(HOST, 0);
    return serverEnds
        .in(shared.cache())
        .remember(
            connectionOf().client().address(),
            user(),
            generation,
            request.bytes(),
            request.lineLength(),
            request.fields().valueBegin(host),
            request.fields().valueEnd(host));
  }

  /** True if the kernel could have let the last request pass; asked once. */
  boolean takeIsKnownToKernel() {
    boolean isKnown = isKnownToKernel;
    isKnownToKernel = false;
    return isKnown;
  }

  /** True if the next byte begins a request, and nothing is awaited. */
  boolean isAtRest() {
    return judge.isAtRest() && !wantsAnswer;
  }

  /**
   * Notes requests that the kernel has let pass.
   *
   * @param last bytes of the last one
   */
  void passed(int count, byte[] last, int length) {
    judge.skipped();
    boolean isRead = shared.requestHead().read(last, length, server) == null;
    if (isRead) {
      rules.note(shared.requestHead());
    }
    notePassed(count, isRead ? shared.requestHead().url() : null);
  }

  @Override
  public void refused(RefusalReason reason, Ambiguity ambiguity) {
    rules.refused(reason, ambiguity);
  }

  /** True if the answer to a request that passes now must be judged; asked once. */
  boolean takeWantsAnswer() {
    boolean wanted = wantsAnswer;
    wantsAnswer = false;
    return wanted;
  }

  /** The answer to the last request of a connection begins behind a sequence number. */
  AwaitedAnswer await(int sequence, Flow flow) {
    boolean isToHead = Arrays.equals(method, HEAD);
    ResponseStart start =
        new ResponseStart(
            shared.heads(), shared.responseHead(), FileKind.LOOKED_AT, isToHead, isVersion11);
    return new AwaitedAnswer(start, sequence, flow);
  }

  /**
   * Decides about an answer that was read.
   *
   * @return null if it may pass
   */
  RefusalReason decide(ResponseStart answer) {
    ResponseHead head = answer.head();
    boolean isSwitch =
        head.isSwitch() || (Arrays.equals(method, CONNECT) && head.status() / 100 == 2);
    if (isSwitch) {
      if (!judge.mayUpgrade()) {
        return RefusalReason.UPGRADE;
      }
      connection.passThrough();
      return null;
    }
    judge.notUpgraded();
    return rules.mustSeeAnswer() && isRefused(answer, head) ? RefusalReason.CONTENT : null;
  }

  private boolean isRefused(ResponseStart answer, ResponseHead head) {
    Content content = ResponseContent.of(head, asked.pathText(), answer.body(), answer.bodyBytes());
    return rules.decideContent(asked, method, content) == Judgement.REFUSE;
  }

  @Override
  void by(int other) {
    super.by(other);
    rules.by(other);
  }

  @Override
  ProxiedConnection connection() {
    return connection;
  }

  @Override
  Rule rule() {
    return rules.lastRule();
  }

  @Override
  boolean countsRefusals() {
    return true;
  }

  @Override
  void close() {
    judge.close();
    super.close();
  }
}
