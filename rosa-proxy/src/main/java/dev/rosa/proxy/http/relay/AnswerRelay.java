package dev.rosa.proxy.http.relay;

import dev.rosa.kernel.socket.SocketSplice;
import dev.rosa.kernel.socket.TransparentSocket;
import dev.rosa.proxy.content.FileKind;
import dev.rosa.proxy.http.ResponseHead;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Way of an answer to the client: its content is decided about, it is scanned, it is handed on. The
 * part that nothing wants to see stays in the kernel. Owned by one thread.
 */
final class AnswerRelay {
  private static final int PARTIAL_CONTENT = 206;

  private final HttpEnd server;
  private final HttpEnd client;
  private final Watch watch;
  private final ExchangePolicy policy;
  private final Supplier<HeldBody> memory;

  /**
   * For all answers of a connection.
   *
   * @param memory for a body, or its beginning
   */
  AnswerRelay(
      HttpEnd server,
      HttpEnd client,
      Watch watch,
      ExchangePolicy policy,
      Supplier<HeldBody> memory) {
    this.server = server;
    this.client = client;
    this.watch = watch;
    this.policy = policy;
    this.memory = memory;
  }

  /** Hands the answer on that a head begins. */
  SessionEnd handOn(Asked asked, AnswerHeads heads) throws IOException {
    ResponseHead head = heads.head();
    AnswerBody body = new AnswerBody(server, head, asked.isHead());
    try (HeldBody held = memory.get()) {
      if (policy.mustSeeAnswer()) {
        if (!hold(body, held, FileKind.LOOKED_AT)) {
          return SessionEnd.BROKEN;
        }
        if (policy.decideContent(head, held.bytes(), held.count()) == Judgement.REFUSE) {
          policy.refusedAnswer(RefusalReason.CONTENT);
          policy.answered(null);
          return replaceBy(policy.page(RefusalReason.CONTENT));
        }
      }
      Optional<AnswerScan> scan = policy.scan();
      if (scan.isPresent() && !body.isEmpty()) {
        return scanned(scan.get(), asked, heads, body, held);
      }
      policy.answered(null);
      return original(heads, body, held);
    }
  }

  /**
   * Holds so many bytes, or all that there are, or as many as memory is there for.
   *
   * @return false if the body is broken, or the session may not go on
   */
  private boolean hold(AnswerBody body, HeldBody held, int most) throws IOException {
    while (!body.isWhole() && held.count() < most) {
      if (!watch.awaitServer() || body.isBroken()) {
        return false;
      }
      int wanted = Math.min(most - held.count(), HttpEnd.BUFFER_BYTES);
      if (!held.reserve(wanted, most)) {
        return true;
      }
      body.take(wanted, held::add);
      if (body.isBroken()) {
        return false;
      }
    }
    return true;
  }

  private SessionEnd scanned(
      AnswerScan scan, Asked asked, AnswerHeads heads, AnswerBody body, HeldBody held)
      throws IOException {
    ResponseHead head = heads.head();
    int most = scan.mostBytes();
    if (!body.isStatedLongerThan(most) && !hold(body, held, most + 1)) {
      return SessionEnd.BROKEN;
    }
    try (HeldBody other = memory.get()) {
      return carryOut(result(scan, asked, head, body, held, other), heads, body, held);
    }
  }

  /** The result of a scan; {@code other} has the room of another body. */
  private static ScanResult result(
      AnswerScan scan,
      Asked asked,
      ResponseHead head,
      AnswerBody body,
      HeldBody held,
      HeldBody other) {
    int most = scan.mostBytes();
    if (head.status() == PARTIAL_CONTENT) {
      return scan.unscanned(AnswerScan.Obstacle.PART);
    }
    if (body.isStatedLongerThan(most) || held.count() > most) {
      return scan.unscanned(AnswerScan.Obstacle.LARGER);
    }
    if (!body.isWhole()) {
      return scan.unscanned(AnswerScan.Obstacle.NO_ROOM);
    }
    return scan.scan(
        new AnswerScan.Content(
            asked.url(), head.copyWithoutHop(), held.bytes(), held.count(), other::account));
  }

  private SessionEnd carryOut(ScanResult result, AnswerHeads heads, AnswerBody body, HeldBody held)
      throws IOException {
    if (result.fate() == ScanResult.Fate.REFUSE) {
      policy.refusedAnswer(RefusalReason.NOT_SCANNED);
    } else if (result.found()) {
      policy.refusedAnswer(RefusalReason.INFECTED);
    }
    policy.answered(result.text());
    return switch (result.fate()) {
      case PASS -> original(heads, body, held);
      case REFUSE -> replaceBy(result.page());
      case REPLACE -> replaceBy(result.head(), result.body());
    };
  }

  private SessionEnd replaceBy(byte[] head, byte[] body) throws IOException {
    if (!watch.mayGoOn()) {
      return SessionEnd.BROKEN;
    }
    client.write(head);
    for (int at = 0; at < body.length; at += HttpEnd.SLICE_BYTES) {
      client.write(body, at, Math.min(HttpEnd.SLICE_BYTES, body.length - at));
      if (!watch.mayGoOn()) {
        return SessionEnd.BROKEN;
      }
    }
    return SessionEnd.ORDERLY;
  }

  private SessionEnd replaceBy(byte[] page) throws IOException {
    client.write(page);
    return SessionEnd.ORDERLY;
  }

  private SessionEnd original(AnswerHeads heads, AnswerBody body, HeldBody held)
      throws IOException {
    if (!watch.mayGoOn()) {
      return SessionEnd.BROKEN;
    }
    client.write(heads.bytes());
    if (!giveHeld(body, held) || !giveRest(body)) {
      return SessionEnd.BROKEN;
    }
    body.writeEnd(client);
    return body.isToEnd() ? SessionEnd.ORDERLY : SessionEnd.NONE;
  }

  /** A slow client that has logged out does not get all that is held. */
  private boolean giveHeld(AnswerBody body, HeldBody held) throws IOException {
    for (int at = 0; at < held.count(); at += HttpEnd.SLICE_BYTES) {
      int bytes = Math.min(HttpEnd.SLICE_BYTES, held.count() - at);
      body.write(client, held.bytes(), at, bytes);
      if (!watch.mayGoOn()) {
        return false;
      }
    }
    return true;
  }

  private boolean giveRest(AnswerBody body) throws IOException {
    return body.isPlain() ? splice(body) : copy(body);
  }

  private boolean copy(AnswerBody body) throws IOException {
    while (!body.isWhole()) {
      if (!watch.awaitServer() || body.isBroken()) {
        return false;
      }
      try (HeldBody some = memory.get()) {
        boolean unused = some.reserve(AnswerBody.COPY_BYTES, AnswerBody.COPY_BYTES);
        body.take(AnswerBody.COPY_BYTES, some::add);
        body.write(client, some.bytes(), 0, some.count());
      }
      if (body.isBroken()) {
        return false;
      }
    }
    return true;
  }

  /** What waits here goes first, the rest never comes to this process. */
  private boolean splice(AnswerBody body) throws IOException {
    if (!server.isEmpty() && !body.isWhole()) {
      int count = (int) Math.min(server.count(), body.most());
      server.giveTo(client, count);
      body.noteTaken(count);
    }
    if (body.isWhole()) {
      return true;
    }
    try (SocketSplice pipe = SocketSplice.open()) {
      return splice(body, pipe);
    }
  }

  private boolean splice(AnswerBody body, SocketSplice pipe) throws IOException {
    int waited = 0;
    while (!body.isWhole()) {
      long moved = pipe.move(server.socket(), client.socket(), body.most(), client.writeMillis());
      if (moved == TransparentSocket.END) {
        server.noteEnd();
        return body.isWhole();
      }
      if (moved == TransparentSocket.NOTHING) {
        boolean isHeard = server.socket().awaitReadable(Watch.LOOK_MILLIS);
        waited = isHeard ? 0 : waited + Watch.LOOK_MILLIS;
        if (waited >= watch.idleMillis()) {
          return false;
        }
      } else {
        client.noteWritten(moved);
        body.noteTaken(moved);
      }
      if (!watch.mayGoOn()) {
        return false;
      }
    }
    return true;
  }
}
