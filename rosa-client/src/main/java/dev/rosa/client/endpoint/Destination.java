package dev.rosa.client.endpoint;

import dev.rosa.client.link.PacketInlet;
import dev.rosa.config.HostPort;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.serving.SteadyClock;
import dev.rosa.wire.active.Suite;
import dev.rosa.wire.ip.Ip;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Destination of active packets: takes them from an inlet, checks them and hands their payloads to
 * an application (ROSA §3). Joins sessions at the Authorization Server as a named recipient when
 * their first packet comes (PROTOCOL §6), and drops them when that server tells that they are void.
 * Answers no packet. Owned by one thread.
 *
 * <p>With a {@link SequenceRecord} in a file no packet is delivered again after a restart. Without
 * one, a packet delivered before a restart can be delivered once more after it, while its session's
 * window lasts.
 */
public final class Destination implements AutoCloseable {
  private static final int MAX_BURST = 256;

  private final PacketInlet inlet;
  private final PacketCheck check;
  private final ByteBuffer memory = ByteBuffer.allocate(Ip.MAX_BYTES);

  private Destination(PacketInlet inlet, PacketCheck check) {
    this.inlet = inlet;
    this.check = check;
  }

  /**
   * Conditions that packets must meet.
   *
   * @param address IPd that packets must have; empty: any
   * @param servicePort the application packets must be for; empty: any
   * @param skew how far clocks may differ
   * @param unverified deliver clear payloads of sessions that may not be joined, without any check
   * @param record what was delivered before; closed with the Destination
   */
  public record Settings(
      Optional<InetAddress> address,
      OptionalInt servicePort,
      Duration skew,
      boolean unverified,
      SequenceRecord record) {}

  /**
   * Listens.
   *
   * @param inlet closed with the Destination
   * @param client joins sessions; empty: none is ever joined. Stays the caller's to close
   * @param engines makes a new engine for a suite, e.g. {@code ProviderRegistry::engineFor}
   */
  public static Destination open(
      PacketInlet inlet,
      Optional<AuthorizationClient> client,
      Function<Suite, SuiteEngine> engines,
      Settings settings,
      PayloadReceiver receiver) {
    InstantSource clock = InstantSource.system();
    Optional<PacketCheck.Joins> joins =
        client.map(
            asked ->
                new PacketCheck.Joins(
                    asked.domain(),
                    new JoinQueue(asked::join, SteadyClock.ofMachine(), inlet::wakeUp),
                    asked.watch(inlet::wakeUp)));
    return new Destination(inlet, new PacketCheck(joins, engines, settings, clock, receiver));
  }

  /** The address that it listens on, with the port it got. */
  public HostPort address() throws IOException {
    return inlet.address();
  }

  /**
   * Waits for packets and treats those that are there.
   *
   * @param waitMillis the longest to wait for the first, at least 1
   * @return how many datagrams came
   */
  public int poll(int waitMillis) throws IOException {
    inlet.await(waitMillis);
    check.finishJoins();
    int datagrams = 0;
    while (datagrams < MAX_BURST && receive()) {
      datagrams++;
    }
    return datagrams;
  }

  private boolean receive() throws IOException {
    int length = inlet.receive(memory);
    if (length < 0) {
      return false;
    }
    check.accept(memory, length);
    return true;
  }

  /** Tells whether packets wait for their session to be joined. */
  public boolean isJoining() {
    return check.isJoining();
  }

  /** The counts so far; may be read from any thread. */
  public Counters<DestinationEvent> counters() {
    return check.counters();
  }

  @Override
  public void close() throws IOException {
    check.close();
    inlet.close();
  }
}
