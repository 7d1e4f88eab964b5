package dev.rosa.client.demo.attack;

import dev.rosa.client.demo.call.Inbox;
import dev.rosa.client.demo.node.DemoDomain;
import dev.rosa.client.demo.node.RouterReadings;
import dev.rosa.client.demo.node.StatusPage;
import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.Waits;
import dev.rosa.client.endpoint.ActiveSession;
import dev.rosa.client.link.PacketLink;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.session.PacketSealer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

/**
 * Attacks of the demo on packets: an attacker at the first link changes genuine packets and sends
 * them on. Looks at the routers' own counters, and into the Destination's inbox, to see what became
 * of them.
 */
public final class PacketAttacker {

  /** Each attack is tried so often. */
  public static final int TRIES = 5;

  /** A packet needs far less than a millisecond; nothing comes after this. */
  private static final Duration SILENCE = Duration.ofMillis(60);

  private static final int SERVICE_PORT = Integer.parseInt(DemoDomain.SERVICE_PORT);
  private static final byte[] PAYLOAD = "a genuine packet".getBytes(StandardCharsets.US_ASCII);

  private final PacketLink link;
  private final Inbox inbox;
  private final StatusPage firstRouter;
  private final StatusPage secondRouter;
  private final Waits waits;

  public PacketAttacker(
      PacketLink link, Inbox inbox, StatusPage firstRouter, StatusPage secondRouter, Waits waits) {
    this.link = link;
    this.inbox = inbox;
    this.firstRouter = firstRouter;
    this.secondRouter = secondRouter;
    this.waits = waits;
  }

  /** Factory of genuine packets of one session. */
  public static final class Genuine {

    private final PacketSealer sealer;
    private long sequence;

    public Genuine(ActiveSession session) {
      SuiteEngine engine = ProviderRegistry.builtIn().engineFor(session.parameters().suite());
      sealer = new PacketSealer(session.parameters(), session.key(), engine);
    }

    byte[] next() {
      ByteBuffer memory = ByteBuffer.allocate(sealer.overheadBytes() + PAYLOAD.length);
      int length = sealer.seal(memory, 0, SERVICE_PORT, ++sequence, ByteBuffer.wrap(PAYLOAD));
      return Arrays.copyOf(memory.array(), length);
    }
  }

  /**
   * Sends a packet as it is; it must arrive, else no refusal after it would mean anything.
   *
   * @return the packet
   */
  public byte[] deliver(Genuine genuine) throws IOException, DemoException, InterruptedException {
    byte[] packet = genuine.next();
    link.send(ByteBuffer.wrap(packet));
    byte[] arrived = inbox.next("a genuine packet", waits);
    if (!Arrays.equals(PAYLOAD, arrived)) {
      throw new DemoException(
          "a genuine packet did not arrive, so that attacks would prove nothing");
    }
    return packet;
  }

  /** Changes fresh packets. */
  public AttackResult change(PacketAttack attack, Genuine genuine)
      throws IOException, DemoException, InterruptedException {
    ByteBuffer[] packets = new ByteBuffer[TRIES];
    for (int i = 0; i < TRIES; i++) {
      packets[i] = ByteBuffer.wrap(attack.applyTo(genuine.next()));
    }
    return send(attack, packets);
  }

  /** Sends one packet again and again. */
  public AttackResult repeat(PacketAttack attack, byte[] packet)
      throws IOException, DemoException, InterruptedException {
    ByteBuffer[] packets = new ByteBuffer[TRIES];
    Arrays.setAll(packets, i -> ByteBuffer.wrap(attack.applyTo(packet)));
    return send(attack, packets);
  }

  private AttackResult send(PacketAttack attack, ByteBuffer[] packets)
      throws IOException, DemoException, InterruptedException {
    RouterReadings before = firstRouter.read();
    RouterReadings behindBefore = secondRouter.read();
    for (ByteBuffer packet : packets) {
      link.send(packet);
    }
    RouterReadings after = awaitFate(before);
    boolean silent = inbox.next(SILENCE) == null;
    boolean nothingBehind = secondRouter.read().event("received") == behindBefore.event("received");
    Map<String, Long> drops = after.dropsSince(before);
    boolean refused =
        drops.equals(Map.of(attack.reason(), (long) TRIES))
            && after.event("executed") - before.event("executed") == (attack.runsCode() ? TRIES : 0)
            && nothingBehind
            && silent;
    String why = refused ? attack.reason() : "expected " + attack.reason() + ", dropped: " + drops;
    return new AttackResult(attack.name(), attack.what(), refused, "r1", why);
  }

  private RouterReadings awaitFate(RouterReadings before)
      throws DemoException, InterruptedException {
    long expected = settled(before) + TRIES;
    waits.comes("r1 to count the packets", () -> settled(firstRouter.read()) >= expected);
    return firstRouter.read();
  }

  /** Sends genuine packets until the first router drops them for the attack's reason. */
  public void awaitDrops(PacketAttack attack, Genuine genuine)
      throws DemoException, InterruptedException {
    RouterReadings before = firstRouter.read();
    boolean unused =
        waits.comes(
            "r1 to drop packets as " + attack.reason(),
            () -> {
              link.send(ByteBuffer.wrap(genuine.next()));
              while (inbox.next(SILENCE) != null) {
                // It was sent before r1 knew.
              }
              return firstRouter.read().dropsSince(before).containsKey(attack.reason());
            });
  }

  private static long settled(RouterReadings readings) {
    long dropped = readings.drops().values().stream().mapToLong(Long::longValue).sum();
    return dropped + readings.event("forwarded");
  }
}
