package dev.rosa.client.endpoint;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import dev.rosa.wire.ip.Ip;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Check of active packets at a Destination: structure, domain, window, session, tag, replay,
 * payload, in the order of PROTOCOL §5. Every packet ends in one count. Owned by one thread.
 */
final class PacketCheck implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PacketCheck.class);
  private static final int MAX_SESSIONS = 4_096;
  private static final int SPREAD = 31;

  private final Optional<Joins> joins;
  private final Function<Suite, SuiteEngine> engines;
  private final Destination.Settings settings;
  private final InstantSource clock;
  private final PayloadReceiver receiver;
  private final byte[] ownAddress;

  private final Map<Suite, SuiteEngine> made = new EnumMap<>(Suite.class);
  private final JoinedSessions sessions;
  private final ParkedPackets parked = new ParkedPackets();
  private final Counters<DestinationEvent> counters = new Counters<>(DestinationEvent.class);
  private final ActivePacket packet = new ActivePacket();
  private final CryptoBatch one = new CryptoBatch(1, Ip.MAX_BYTES);

  /** Sessions that are joined, and whose packets wait until the record has their first numbers. */
  private final Set<Long> settling = new LinkedHashSet<>();

  private int joining;

  PacketCheck(
      Optional<Joins> joins,
      Function<Suite, SuiteEngine> engines,
      Destination.Settings settings,
      InstantSource clock,
      PayloadReceiver receiver) {
    this.joins = joins;
    this.engines = engines;
    this.settings = settings;
    this.clock = clock;
    this.receiver = receiver;
    this.sessions = new JoinedSessions(MAX_SESSIONS, settings.record(), this::leave);
    this.ownAddress = settings.address().map(InetAddress::getAddress).orElse(null);
  }

  private void leave(long session) {
    joins.ifPresent(present -> present.notices().leave(session));
  }

  /**
   * Identity for which sessions are joined.
   *
   * @param domain our own, unsigned
   * @param notices of the sessions that were joined
   */
  record Joins(int domain, JoinQueue queue, StandingNotice.Feed notices) {}

  /** Treats the IP packet in the first {@code length} bytes of {@code memory}. */
  void accept(ByteBuffer memory, int length) {
    DestinationEvent refusal = structure(memory, length);
    if (refusal == null) {
      refusal = scope();
    }
    if (refusal == null) {
      refusal = window();
    }
    if (refusal == null) {
      refusal = inSession();
    }
    if (refusal != null) {
      counters.add(refusal);
    }
  }

  private DestinationEvent structure(ByteBuffer memory, int length) {
    Structure structure = packet.wrap(memory, 0, length);
    return switch (structure) {
      case ACTIVE -> null;
      case OTHER, BEHIND_HEADERS -> DestinationEvent.NOT_ACTIVE;
      case FRAGMENT -> DestinationEvent.FRAGMENT;
      case MALFORMED -> DestinationEvent.MALFORMED;
      case UNKNOWN_VERSION -> DestinationEvent.UNKNOWN_VERSION;
    };
  }

  private DestinationEvent scope() {
    if (ownAddress != null && !isForUs()) {
      return DestinationEvent.OTHER_DESTINATION;
    }
    if (settings.servicePort().isPresent()
        && settings.servicePort().getAsInt() != packet.servicePort()) {
      return DestinationEvent.OTHER_SERVICE;
    }
    if (packet.suite() == null) {
      return DestinationEvent.SUITE_REFUSED;
    }
    boolean foreign = joins.isPresent() && joins.get().domain() != packet.domain();
    return foreign ? DestinationEvent.FOREIGN_DOMAIN : null;
  }

  private boolean isForUs() {
    if (ownAddress.length != (packet.isIpv4() ? 4 : 16)) {
      return false;
    }
    for (int i = 0; i < ownAddress.length; i++) {
      if (packet.memory().get(packet.destinationOffset() + i) != ownAddress[i]) {
        return false;
      }
    }
    return true;
  }

  private DestinationEvent window() {
    long now = clock.instant().getEpochSecond();
    long skew = settings.skew().toSeconds();
    if (packet.sst() - skew > now) {
      return DestinationEvent.NOT_YET_VALID;
    }
    return now >= packet.set() + skew ? DestinationEvent.EXPIRED : null;
  }

  private DestinationEvent inSession() {
    JoinedSession session = sessions.get(packet.session());
    if (session != null && settling.contains(packet.session())) {
      return park();
    }
    if (session != null) {
      return session.isRevoked() ? DestinationEvent.REVOKED : open(session);
    }
    if (joins.isEmpty()) {
      return unjoined();
    }
    return switch (joins.get().queue().ask(packet.session(), origin())) {
      case PENDING -> park();
      case REFUSED -> unjoined();
      case TROUBLE -> DestinationEvent.JOIN_FAILED;
      case LIMITED -> DestinationEvent.JOIN_LIMITED;
    };
  }

  private JoinRates.Origin origin() {
    ByteBuffer memory = packet.memory();
    int source = 0;
    for (int at = packet.sourceOffset(); at < packet.destinationOffset(); at += Integer.BYTES) {
      source = source * SPREAD + memory.getInt(at);
    }
    return new JoinRates.Origin(packet.userHigh(), packet.userLow(), source);
  }

  private DestinationEvent open(JoinedSession session) {
    if (!session.verify(packet, one)) {
      return DestinationEvent.BAD_TAG;
    }
    // A wrong checksum is no reason: a virtual link leaves it half made, and the tag proves more.
    if (packet.lacksChecksum()) {
      return DestinationEvent.MALFORMED;
    }
    sessions.noteUse(session);
    DestinationEvent refusal = session.admit(packet);
    return refusal == null ? deliver(session.payload(packet, one), true) : refusal;
  }

  private DestinationEvent park() {
    byte[] copy = new byte[packet.ipLength()];
    packet.memory().get(packet.ipOffset(), copy);
    if (!parked.park(packet.session(), copy)) {
      return DestinationEvent.PARKED_OVERFLOW;
    }
    joining++;
    return null;
  }

  private DestinationEvent unjoined() {
    if (!settings.unverified() || packet.suite().encrypts()) {
      return DestinationEvent.NOT_JOINED;
    }
    return deliver(packet.memory().slice(packet.payloadOffset(), packet.payloadLength()), false);
  }

  private DestinationEvent deliver(ByteBuffer payload, boolean verified) {
    int bytes = payload.remaining();
    try {
      receiver.deliver(payload, packet.servicePort(), verified);
    } catch (IOException e) {
      if (counters.get(DestinationEvent.DELIVERY_FAILED) == 0) {
        LOG.warn("the application did not take a payload: {}", e.getMessage());
      }
      return DestinationEvent.DELIVERY_FAILED;
    }
    counters.add(DestinationEvent.DELIVERED_BYTES, bytes);
    return verified ? DestinationEvent.DELIVERED : DestinationEvent.DELIVERED_UNVERIFIED;
  }

  /** Obeys notices, and treats the packets whose session was asked for and is decided now. */
  void finishJoins() {
    if (joins.isEmpty()) {
      return;
    }
    obeyNotices(joins.get().notices());
    JoinQueue queue = joins.get().queue();
    for (JoinQueue.Outcome outcome = queue.poll(); outcome != null; outcome = queue.poll()) {
      DestinationEvent refusal = outcome.joined() == null ? null : hold(outcome.joined());
      if (refusal == null) {
        settling.add(outcome.session());
      } else {
        parked(outcome.session()).forEach(waiting -> counters.add(refusal));
      }
    }
    settle();
  }

  /** All new sessions are held by now, so one writing of the record is for all of them. */
  private void settle() {
    for (Iterator<Long> each = settling.iterator(); each.hasNext(); ) {
      long session = each.next();
      JoinedSession joined = sessions.get(session);
      if (joined == null || joined.isRevoked() || joined.isReady()) {
        each.remove();
        // From the beginning: the window may be over by now.
        parked(session).forEach(waiting -> accept(ByteBuffer.wrap(waiting), waiting.length));
      }
    }
  }

  private Collection<byte[]> parked(long session) {
    Collection<byte[]> packets = parked.take(session);
    joining -= packets.size();
    return packets;
  }

  private void obeyNotices(StandingNotice.Feed notices) {
    for (StandingNotice notice = notices.poll(); notice != null; notice = notices.poll()) {
      JoinedSession session = sessions.get(notice.session());
      if (session != null && !session.isRevoked() && notice.ended()) {
        session.revoke();
        LOG.warn(
            "session void session={} reason=\"{}\"",
            String.format("%016x", notice.session()),
            notice.text());
      }
    }
  }

  private DestinationEvent hold(ActiveSession joined) {
    SuiteEngine engine = made.computeIfAbsent(joined.parameters().suite(), engines);
    DestinationEvent refusal = sessions.hold(joined, engine);
    if (refusal != null) {
      return refusal;
    }
    joins.ifPresent(present -> present.notices().hold(joined.parameters().session()));
    counters.add(DestinationEvent.SESSIONS);
    LOG.info("session joined session={} code={}", joined.sessionHex(), joined.code());
    return null;
  }

  boolean isJoining() {
    return joining > 0;
  }

  Counters<DestinationEvent> counters() {
    return counters;
  }

  @Override
  public void close() {
    joins.ifPresent(
        present -> {
          present.queue().close();
          present.notices().close();
        });
    sessions.close();
  }
}
