package dev.rosa.client.endpoint;

import dev.rosa.client.link.PacketLink;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.serving.SteadyClock;
import dev.rosa.session.PacketSealer;
import dev.rosa.wire.active.Suite;
import dev.rosa.wire.ip.Ip;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Source of active packets: it seals payloads and sends the packets (ROSA §3; PROTOCOL §1–§3).
 * Opens its session, and the next one before that ends, or when the Authorization Server tells to.
 * Owned by one thread.
 *
 * <p>Sequences are 1, 2, 3 … in each session and are used up even by a packet the link did not
 * take: with an encrypting suite a repeated one would repeat a nonce. A Source that starts again
 * opens a new session.
 */
public final class Source implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Source.class);

  private final SessionRenewal sessions;
  private final Function<Suite, SuiteEngine> engines;
  private final PacketLink link;
  private final int servicePort;
  private final Map<Suite, SuiteEngine> made = new EnumMap<>(Suite.class);
  private final Counters<SourceEvent> counters;
  private final ByteBuffer memory = ByteBuffer.allocate(Ip.MAX_BYTES);

  private ActiveSession session;
  private PacketSealer sealer;
  private long sequence;

  private Source(
      SessionRenewal sessions,
      Function<Suite, SuiteEngine> engines,
      PacketLink link,
      int servicePort) {
    this.sessions = sessions;
    this.counters = sessions.counters();
    this.engines = engines;
    this.link = link;
    this.servicePort = servicePort;
  }

  /** Outcome of sending a payload. */
  public enum Outcome {
    /** Its packet was given to the link. */
    SENT,
    /** It is longer than {@link #maxPayloadBytes}. */
    TOO_LARGE,
    /** The link did not take its packet. */
    LINK_FAILED
  }

  /**
   * Opens the first session.
   *
   * @param request asked for again at each renewal, so its window should start at 0: now
   * @param engines makes a new engine for a suite, e.g. {@code ProviderRegistry::engineFor}
   * @param link stays the caller's to close
   * @param servicePort the application's port at the Destination, 0–65535
   * @throws CallFailedException if the server refused or cannot be asked
   */
  public static Source open(
      AuthorizationClient client,
      SessionRequest request,
      Function<Suite, SuiteEngine> engines,
      PacketLink link,
      int servicePort)
      throws CallFailedException {
    SessionRenewal sessions =
        new SessionRenewal(
            () -> client.request(request),
            client.watch(() -> {}),
            SteadyClock.ofMachine(),
            new SecureRandom());
    return open(sessions, engines, link, servicePort);
  }

  static Source open(
      SessionRenewal sessions,
      Function<Suite, SuiteEngine> engines,
      PacketLink link,
      int servicePort)
      throws CallFailedException {
    Source source = new Source(sessions, engines, link, servicePort);
    try {
      source.enter(sessions.openFirst());
      return source;
    } catch (CallFailedException e) {
      sessions.close();
      throw e;
    }
  }

  private void enter(ActiveSession entered) {
    Suite suite = entered.parameters().suite();
    SuiteEngine engine = made.computeIfAbsent(suite, engines);
    sealer = new PacketSealer(entered.parameters(), entered.key(), engine);
    entered.key().destroy();
    session = entered;
    sequence = 0;
    counters.add(SourceEvent.SESSIONS);
  }

  /**
   * Sends one payload, all between position and limit. Waits if the last session has ended before
   * the next one could be had.
   *
   * @throws CallFailedException if there will be no further session
   */
  public Outcome send(ByteBuffer payload) throws CallFailedException, InterruptedException {
    ActiveSession now = sessions.await();
    // Compared by what makes the key: a server that repeats itself must not make sequences repeat.
    if (!now.parameters().equals(session.parameters())) {
      enter(now);
    }
    int bytes = payload.remaining();
    if (bytes > maxPayloadBytes()) {
      counters.add(SourceEvent.TOO_LARGE);
      return Outcome.TOO_LARGE;
    }
    sequence++;
    int length = sealer.seal(memory, 0, servicePort, sequence, payload);
    return hand(length, bytes);
  }

  private Outcome hand(int length, int payloadBytes) {
    try {
      if (!link.send(memory.slice(0, length))) {
        counters.add(SourceEvent.TOO_LARGE);
        return Outcome.TOO_LARGE;
      }
    } catch (IOException e) {
      if (counters.get(SourceEvent.LINK_FAILED) == 0) {
        LOG.warn("a packet was not taken: {}", e.getMessage());
      }
      counters.add(SourceEvent.LINK_FAILED);
      return Outcome.LINK_FAILED;
    }
    counters.add(SourceEvent.PACKETS);
    counters.add(SourceEvent.BYTES, payloadBytes);
    return Outcome.SENT;
  }

  /**
   * True if {@link #send} would not wait for a session.
   *
   * @throws CallFailedException if there will be no further session
   */
  public boolean isReady() throws CallFailedException, InterruptedException {
    return sessions.isReady();
  }

  /**
   * Takes notice of a revocation also while nothing is sent.
   *
   * @throws CallFailedException if the session was revoked, and nothing may take its place
   */
  public void requireNotRevoked() throws CallFailedException {
    sessions.requireNotRevoked();
  }

  /** The most bytes of payload that fit into one packet of the current session, as of now. */
  public int maxPayloadBytes() {
    int packet = Math.min(link.largestPacketBytes(), Ip.MAX_BYTES);
    return Math.max(0, packet - sealer.overheadBytes());
  }

  /** The session in use; its key is wiped. */
  public ActiveSession session() {
    return session;
  }

  /** The counts so far; may be read from any thread. */
  public Counters<SourceEvent> counters() {
    return counters;
  }

  @Override
  public void close() {
    sessions.close();
  }
}
