package dev.rosa.client.demo.call;

import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.Waits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;

/**
 * The demo's telephone call: both applications, at the Source and behind the Destination, which
 * know nothing of ROSA. 16-bit audio goes in at one socket as RTP; the audio that comes out at
 * another is collected. Ten times faster than speech, but never more packets on their way than the
 * smallest socket buffer holds, so that no packet is lost. One thread.
 */
public final class RtpCall implements AutoCloseable {

  /**
   * Outcome of a call.
   *
   * @param encoded the payloads in the order of their sequence numbers
   * @param sent packets
   * @param received packets, each once
   * @param otherFormat packets that were not µ-law
   * @param firstMicros the first packet's way, which makes the routers fetch code and secret
   * @param steadyMicros the median of the others
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
  public record Outcome(
      byte[] encoded,
      int sent,
      int received,
      int otherFormat,
      double firstMicros,
      double steadyMicros) {}

  static final int PACKETS_PER_SECOND = 50;
  private static final int SAMPLES_PER_PACKET = Melody.SAMPLES_PER_SECOND / PACKETS_PER_SECOND;
  private static final int FIRST_SEQUENCE = 1;
  private static final int WINDOW = 24;
  private static final long INTERVAL_NANOS = 1_000_000_000L / PACKETS_PER_SECOND / 10;

  /** Long files are sent faster still. */
  private static final long LONGEST_NANOS = 10_000_000_000L;

  private static final double NANOS_PER_MICRO = 1_000;

  private final DatagramSocket sender;
  private final Inbox inbox;
  private final Waits waits;
  private RtpPacket[] arrived = {};
  private long[] sentNanos = {};
  private long[] wayNanos = {};
  private int received;

  /**
   * A call that is not begun.
   *
   * @param source where the Source listens
   * @param inbox where the Destination delivers to; stays the caller's to close
   * @param waits waits for packets
   */
  public RtpCall(InetSocketAddress source, Inbox inbox, Waits waits) throws IOException {
    this.sender = new DatagramSocket();
    this.inbox = inbox;
    this.waits = waits;
    sender.connect(source);
  }

  /** Sends everything and waits for what comes; ends early when nothing comes any more. */
  public Outcome run(short[] samples) throws IOException, DemoException, InterruptedException {
    int packets = (samples.length + SAMPLES_PER_PACKET - 1) / SAMPLES_PER_PACKET;
    arrived = new RtpPacket[packets];
    sentNanos = new long[packets];
    wayNanos = new long[packets];
    received = 0;
    // The first one goes alone: the routers do not know the code yet.
    send(0, samples);
    boolean heard = awaitPacket();
    long begin = System.nanoTime();
    long intervalNanos = Math.min(INTERVAL_NANOS, LONGEST_NANOS / packets);
    for (int i = 1; i < packets && heard; i++) {
      listenUntil(begin + i * intervalNanos);
      while (heard && i - received >= WINDOW) {
        heard = awaitPacket();
      }
      send(i, samples);
    }
    while (heard && received < packets) {
      heard = awaitPacket();
    }
    return outcome(packets);
  }

  private void listenUntil(long dueNanos) throws IOException {
    for (long left = dueNanos - System.nanoTime(); left > 0; left = dueNanos - System.nanoTime()) {
      take(inbox.next(Duration.ofNanos(left)));
    }
  }

  private void send(int index, short[] samples) throws IOException {
    int from = index * SAMPLES_PER_PACKET;
    int count = Math.min(SAMPLES_PER_PACKET, samples.length - from);
    ByteBuffer payload = ByteBuffer.allocate(count * Short.BYTES);
    payload.asShortBuffer().put(samples, from, count);
    RtpPacket packet =
        new RtpPacket(RtpPacket.L16, FIRST_SEQUENCE + index & 0xffff, from, payload.array());
    byte[] bytes = packet.toBytes();
    sentNanos[index] = System.nanoTime();
    sender.send(new DatagramPacket(bytes, bytes.length));
  }

  /** False if none comes any more. */
  private boolean awaitPacket() throws DemoException, InterruptedException {
    return take(inbox.next("the next packet of the audio", waits));
  }

  private boolean take(byte[] datagram) {
    if (datagram == null) {
      return false;
    }
    RtpPacket packet = RtpPacket.parse(datagram);
    if (packet != null) {
      int index = packet.sequence() - FIRST_SEQUENCE & 0xffff;
      if (index < arrived.length && arrived[index] == null) {
        arrived[index] = packet;
        wayNanos[index] = System.nanoTime() - sentNanos[index];
        received++;
      }
    }
    return true;
  }

  private Outcome outcome(int packets) {
    ByteArrayOutputStream encoded = new ByteArrayOutputStream();
    int otherFormat = 0;
    for (RtpPacket packet : arrived) {
      if (packet != null) {
        encoded.writeBytes(packet.payload());
        otherFormat += packet.payloadType() == RtpPacket.PCMU ? 0 : 1;
      }
    }
    long[] others = Arrays.stream(wayNanos).skip(1).filter(nanos -> nanos > 0).sorted().toArray();
    long median = others.length == 0 ? 0 : others[others.length / 2];
    return new Outcome(
        encoded.toByteArray(),
        packets,
        received,
        otherFormat,
        (wayNanos.length == 0 ? 0 : wayNanos[0]) / NANOS_PER_MICRO,
        median / NANOS_PER_MICRO);
  }

  @Override
  public void close() {
    sender.close();
  }
}
