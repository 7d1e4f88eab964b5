package dev.rosa.router.prewarm;

import dev.rosa.config.IpPrefix;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.router.pipeline.PacketPolicy;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Generator of synthetic packets for every code of the prewarming: every accepted suite, IPv4 and
 * IPv6, payloads short and long. Some have a flaw, some are sent twice. Owned by one thread.
 */
final class PrewarmTraffic {

  /** The most bytes one of its packets has, the byte that code may add included. */
  static final int PACKET_BYTES = 1_500;

  /** Every so many-th packet has a flaw. */
  private static final int FLAWED = 9;

  /** Every so many-th packet comes once more. */
  private static final int REPEATED = 31;

  /** Every so many-th packet says that it came over an overlay link. */
  private static final int OVERLAID = 4;

  /** Every so many-th session may do little, and that at a rate that is soon used up. */
  private static final int LIMITED = 7;

  private static final Grant LITTLE = new Grant(1, 0, Grant.READ);
  private static final Grant EVERYTHING = new Grant(0, 0, Grant.ALL);
  private static final int[] PAYLOADS = {64, 160, 512, 1_280, 1};
  private static final long SECONDS_TO_LIVE = 3_600;

  /**
   * Source prefixes of its packets: blocks for documentation (RFC 5737, RFC 3849), one a family.
   */
  private static final List<IpPrefix> SOURCES =
      List.of(IpPrefix.parse("192.0.2.0/24"), IpPrefix.parse("2001:db8:1::/48"));

  /** Destination prefixes, in the same order. */
  static final List<IpPrefix> DESTINATIONS =
      List.of(IpPrefix.parse("198.51.100.0/24"), IpPrefix.parse("2001:db8:2::/48"));

  private final PacketPolicy policy;
  private final PrewarmCodeSource source;
  private final SecureRandom random;
  private final InstantSource clock;
  private final KeyDerivation derivation = new KeyDerivation();
  private final Map<Suite, SuiteEngine> engines = new EnumMap<>(Suite.class);
  private final ByteBuffer payload = ByteBuffer.allocate(PACKET_BYTES);
  private final PrewarmDefect[] flaws = PrewarmDefect.values();
  private final List<PrewarmFlow> flows = new ArrayList<>();

  /** Those of them whose every packet leaves the router again. */
  private final List<PrewarmFlow> passing = new ArrayList<>();

  private long count;
  private int flawed;

  PrewarmTraffic(
      PacketPolicy policy,
      ProviderRegistry providers,
      PrewarmCodeSource source,
      SecureRandom random,
      InstantSource clock) {
    this.policy = policy;
    this.source = source;
    this.random = random;
    this.clock = clock;
    for (Suite suite : policy.suites()) {
      engines.put(suite, providers.engineFor(suite));
    }
    renew();
  }

  /** Lets all sessions be new ones from now on. */
  void renew() {
    flows.clear();
    passing.clear();
    for (Suite suite : policy.suites()) {
      for (int family = 0; family < SOURCES.size(); family++) {
        for (CodeDigest code : source.served()) {
          boolean limited = flows.size() % LIMITED == 1 && source.samples(code).isEmpty();
          PrewarmFlow flow = flow(suite, code, family, limited ? LITTLE : EVERYTHING);
          flows.add(flow);
          if (!limited && source.letsPass(code)) {
            passing.add(flow);
          }
        }
      }
    }
  }

  private PrewarmFlow flow(Suite suite, CodeDigest code, int family, Grant grant) {
    long now = clock.instant().getEpochSecond();
    SessionParameters parameters =
        new SessionParameters(
            suite,
            policy.domain(),
            PrewarmCodeSource.EPOCH,
            (int) now,
            (int) (now + SECONDS_TO_LIVE),
            random.nextLong(1, Long.MAX_VALUE),
            UserId.of(new byte[UserId.BYTES]),
            code,
            grant,
            SOURCES.get(family).address(),
            DESTINATIONS.get(family).address());
    return PrewarmFlow.open(parameters, source, derivation, engines.get(suite));
  }

  /** Number of sessions that live at a time. */
  int sessions() {
    return flows.size();
  }

  /** Puts packets into a link until it holds {@code packets}. */
  void fill(PrewarmIo link, int packets) {
    for (int i = 0; i < packets; i++) {
      PacketBuffer buffer = link.add();
      PrewarmFlow flow = write(buffer);
      if (count % FLAWED == 0) {
        flaws[flawed++ % flaws.length].applyTo(buffer, flow.headerIn(buffer), source);
      } else if (count % REPEATED == 0 && i > 0) {
        buffer.copyFrom(link.before());
      }
      if (count % OVERLAID == 0) {
        buffer.cameOverOverlay();
      }
    }
  }

  private PrewarmFlow write(PacketBuffer buffer) {
    PrewarmFlow flow = flows.get((int) (count % flows.size()));
    write(flow, buffer);
    return flow;
  }

  /** Writes a packet that a router sends on for certain. */
  void writePassing(PacketBuffer buffer) {
    write(passing.get((int) (count % passing.size())), buffer);
  }

  private void write(PrewarmFlow flow, PacketBuffer buffer) {
    count++;
    payload.clear().limit(PAYLOADS[(int) (count % PAYLOADS.length)]);
    flow.next(buffer, payload);
  }
}
