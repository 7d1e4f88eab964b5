package dev.rosa.proxy.http.relay;

import dev.rosa.config.ConfigException;
import dev.rosa.proxy.http.Ambiguity;
import dev.rosa.proxy.http.HeadBuffers;
import dev.rosa.proxy.http.HttpPolicy;
import dev.rosa.proxy.http.HttpRequestJudge;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.http.ServerEnd;
import dev.rosa.proxy.relay.RelayedConnection;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.serving.SourceNetwork;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Relayed connection of HTTP: a request is read and judged, goes to the server, its answer comes
 * back; then the next one. No server hears of a connection before a request is allowed. Owned by
 * one thread.
 */
final class HttpSession implements HttpPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(HttpSession.class);
  private static final long HEAD_NANOS = 10_000_000_000L;
  private static final int HEADS = 2;

  /** So long a client may ask for nothing. */
  private static final int UNUSED_MILLIS = 60_000;

  private final RelayedConnection connection;
  private final HttpEnd client;
  private final HttpEnd server;
  private final ExchangePolicy policy;
  private final Watch watch;
  private final AnswerHeads heads;
  private final AnswerRelay answers;
  private final HttpRequestJudge judge;
  private final LongSupplier nanos;
  private boolean isConnected;
  private Asked asked;

  /** A session that has not begun. */
  HttpSession(
      RelayedConnection connection,
      HttpEnd client,
      HttpEnd server,
      ExchangePolicy policy,
      Surroundings around) {
    this.connection = connection;
    this.client = client;
    this.server = server;
    this.policy = policy;
    nanos = around.nanos();
    watch = new Watch(client, server, policy, around.idleMillis());
    HeadBuffers buffers = new HeadBuffers(HEADS);
    heads = new AnswerHeads(server, client, buffers);
    SourceNetwork network = SourceNetwork.of(connection.peer().getAddress());
    answers =
        new AnswerRelay(server, client, watch, policy, () -> new HeldBody(around.room(), network));
    judge =
        new HttpRequestJudge(buffers, new RequestHead(), ServerEnd.of(connection.server()), this);
  }

  /**
   * What all sessions share.
   *
   * @param room memory for answers that are held
   * @param idleMillis longest silence of both ends
   * @param nanos a clock as {@link System#nanoTime}
   */
  record Surroundings(ScanRoom room, int idleMillis, LongSupplier nanos) {}

  /** Relays until an end closes, or the session is ended. */
  SessionEnd run() throws IOException {
    SessionEnd end = SessionEnd.NONE;
    while (end == SessionEnd.NONE) {
      end = exchange();
    }
    return end;
  }

  /** True if a server has heard of it. */
  boolean isConnected() {
    return isConnected;
  }

  @Override
  public Judgement decide(RequestHead request) {
    Judgement judgement = policy.decide(request);
    if (judgement != Judgement.REFUSE) {
      asked = Asked.of(request, policy.mayScan());
      heads.expect(asked);
    }
    return judgement;
  }

  @Override
  public void refused(RefusalReason reason, Ambiguity ambiguity) {
    policy.refused(reason, ambiguity);
  }

  private SessionEnd exchange() throws IOException {
    SessionEnd end = readRequest();
    if (end == SessionEnd.NONE) {
      end = connect();
    }
    if (end != SessionEnd.NONE) {
      return end;
    }
    AnswerHeads.Progress progress = ask();
    return switch (progress) {
      // As the server does: it may have ended before it has read the request.
      case MORE -> SessionEnd.ORDERLY;
      case AMBIGUOUS -> refuse(RefusalReason.AMBIGUOUS);
      case COMPLETE -> answer();
    };
  }

  /**
   * Sends the request, and reads the head of its answer.
   *
   * @return {@link AnswerHeads.Progress#MORE} if the server ends before that
   */
  private AnswerHeads.Progress ask() throws IOException {
    try {
      server.write(asked.head());
      AnswerHeads.Progress progress = sendBody();
      while (progress == AnswerHeads.Progress.MORE && !server.hasEnded()) {
        if (!watch.awaitServer()) {
          throw new IOException("no answer");
        }
        progress = heads.read();
      }
      return progress;
    } catch (IOException e) {
      if (!server.isBroken()) {
        throw e;
      }
      LOG.debug("{} has ended before its answer", connection.server());
      return AnswerHeads.Progress.MORE;
    }
  }

  /** An answer is refused of which the client has got nothing. */
  private SessionEnd refuse(RefusalReason reason) throws IOException {
    policy.refusedAnswer(reason);
    policy.answered(null);
    client.write(policy.page(reason));
    return SessionEnd.ORDERLY;
  }

  private SessionEnd readRequest() throws IOException {
    asked = null;
    long began = 0;
    while (asked == null) {
      if (client.isEmpty()) {
        SessionEnd end = awaitRequest(began);
        if (end != SessionEnd.NONE) {
          return end;
        }
      }
      began = began == 0 ? nanos.getAsLong() : began;
      client.skip(judge.advance(client.memory(), client.begin(), client.count()));
      if (judge.reason() != null) {
        client.write(policy.page(judge.reason()));
        return SessionEnd.ORDERLY;
      }
    }
    return SessionEnd.NONE;
  }

  /**
   * Waits for bytes of the client.
   *
   * @param began when the first byte of the head came; 0: none came
   */
  private SessionEnd awaitRequest(long began) throws IOException {
    int waited = 0;
    while (!client.fill()) {
      if (client.hasEnded() || waited >= UNUSED_MILLIS) {
        return SessionEnd.ORDERLY;
      }
      if (!watch.mayGoOn()) {
        return SessionEnd.BROKEN;
      }
      if (began != 0 && nanos.getAsLong() - began > HEAD_NANOS) {
        return refuse(RefusalReason.HEAD_TOO_SLOW);
      }
      boolean isHeard =
          isConnected ? watch.awaitEither() : client.socket().awaitReadable(Watch.LOOK_MILLIS);
      waited = isHeard ? waited : waited + Watch.LOOK_MILLIS;
      if (isConnected && (server.fill() || server.hasEnded())) {
        // The server ends, or says what is no answer to anything.
        return server.hasEnded() ? SessionEnd.ORDERLY : SessionEnd.BROKEN;
      }
    }
    return SessionEnd.NONE;
  }

  private SessionEnd connect() throws IOException {
    if (isConnected) {
      return SessionEnd.NONE;
    }
    try {
      connection.connect();
      isConnected = true;
      return SessionEnd.NONE;
    } catch (IOException e) {
      LOG.debug("no connection to {}: {}", connection.server(), ConfigException.oneLine(e));
      policy.answered(null);
      client.write(policy.unreachable());
      return SessionEnd.ORDERLY;
    }
  }

  /**
   * Sends the body of the request; the server may answer meanwhile.
   *
   * @return {@link AnswerHeads.Progress#MORE} if all was sent
   */
  private AnswerHeads.Progress sendBody() throws IOException {
    AnswerHeads.Progress progress = AnswerHeads.Progress.MORE;
    int waited = 0;
    while (judge.isInBody() && progress == AnswerHeads.Progress.MORE) {
      boolean goesOn = watch.mayGoOn() && waited < watch.idleMillis();
      if (goesOn && client.fill()) {
        waited = 0;
        sendWhatCame();
      } else if (!goesOn || client.hasEnded()) {
        throw new IOException("the body of a request does not go on");
      } else {
        waited = watch.awaitEither() ? waited : waited + Watch.LOOK_MILLIS;
      }
      if (server.fill()) {
        progress = heads.read();
      } else if (server.hasEnded()) {
        return progress;
      }
    }
    return progress;
  }

  private void sendWhatCame() throws IOException {
    int judged = judge.advance(client.memory(), client.begin(), client.count());
    if (judge.reason() != null) {
      throw new IOException("the body of a request is ambiguous");
    }
    client.giveTo(server, judged);
  }

  private SessionEnd answer() throws IOException {
    // The client goes on with a body that the server has answered before its end.
    boolean isAllSent = !judge.isInBody();
    boolean isSwitch =
        heads.head().isSwitch() || (asked.isConnect() && heads.head().status() / 100 == 2);
    if (!isSwitch) {
      judge.notUpgraded();
      SessionEnd end = answers.handOn(asked, heads);
      return end == SessionEnd.NONE && !isAllSent ? SessionEnd.ORDERLY : end;
    }
    if (!judge.mayUpgrade()) {
      return refuse(RefusalReason.UPGRADE);
    }
    policy.answered(null);
    client.write(heads.bytes());
    return new PassThrough(client, server, watch).run();
  }

  /** Gives its memory back. */
  void close() {
    judge.close();
    heads.close();
  }
}
