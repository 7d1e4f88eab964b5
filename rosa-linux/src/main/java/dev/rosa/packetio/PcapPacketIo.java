package dev.rosa.packetio;

import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.wire.active.OverlayDatagram;
import dev.rosa.wire.ip.Ip;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;

/**
 * Packet link on pcap capture files, for replays: packets come from one, and those that would leave
 * go to another. They are written with the time at which they came. Frames that are an overlay
 * link's datagrams count as the packet inside. Frames that are no IP (ARP, LLDP …) are left out.
 *
 * <p>No batch spans two seconds of the capture, so that {@link #clock} tells each packet's second.
 * Used by one worker thread; {@link #wakeUp}, {@link #close} and the clock may be used by any.
 */
public final class PcapPacketIo implements PacketIo {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long PAUSE_MILLIS = 5;

  private final PcapReader in;
  private final PcapWriter out;
  private final LinkFraming framing;
  private final int overlayPort;
  private final BooleanSupplier held;

  /** True if the reader stands at a frame that no batch has taken yet. */
  private boolean frameWaits;

  private IOException failure;
  private int ipOffset;
  private int ipLength;
  private boolean unwrapped;
  private volatile Instant captureTime = Instant.EPOCH;
  private volatile boolean closed;

  private PcapPacketIo(
      PcapReader in, PcapWriter out, LinkFraming framing, int overlayPort, BooleanSupplier held) {
    this.in = in;
    this.out = out;
    this.framing = framing;
    this.overlayPort = overlayPort;
    this.held = held;
  }

  /**
   * Replays {@code in} into {@code out}; both are closed with it.
   *
   * @param overlayPort datagrams to this port are overlay links', beside those to {@link
   *     OverlayDatagram#PORT}
   * @param held whether the capture is to wait, because packets of before still wait for something
   * @throws IOException in one line if frames of the capture's link type cannot be read
   */
  public static PcapPacketIo open(
      PcapReader in, PcapWriter out, int overlayPort, BooleanSupplier held) throws IOException {
    LinkFraming framing = LinkFraming.ofLinkType(in.linkType());
    if (framing == null) {
      throw new IOException(
          "%s: has link type %d, expected Ethernet (1), raw IP (101), Linux cooked (113, 276) or BSD loopback (0)"
              .formatted(in.file(), in.linkType()));
    }
    PcapPacketIo io = new PcapPacketIo(in, out, framing, overlayPort, held);
    io.advance();
    if (io.frameWaits) {
      io.captureTime = Instant.ofEpochSecond(0, in.timeNanos());
    }
    return io;
  }

  /**
   * The capture's own time: that of the first packet of the batch received last, or of the capture.
   * Thread-safe.
   */
  public InstantSource clock() {
    return () -> captureTime;
  }

  /**
   * Takes what the capture has next. What went wrong in the capture is thrown after the packets in
   * front of it were given out.
   */
  @Override
  public boolean receive(PacketBatch batch, long waitMillis) throws IOException {
    batch.setSize(0);
    if (closed) {
      return false;
    }
    if (held.getAsBoolean()) {
      pause(Math.min(waitMillis, PAUSE_MILLIS));
      return true;
    }
    if (failure != null) {
      throw failure;
    }
    fill(batch);
    // Not yet the end while there is a batch: its packets may have to wait for something.
    return batch.size() > 0;
  }

  private void fill(PacketBatch batch) {
    if (!frameWaits) {
      return;
    }
    captureTime = Instant.ofEpochSecond(0, in.timeNanos());
    long second = in.timeNanos() / NANOS_PER_SECOND;
    while (frameWaits && !batch.isFull() && in.timeNanos() / NANOS_PER_SECOND == second) {
      take(batch.add());
      advance();
    }
  }

  private void take(PacketBuffer packet) {
    int kept = Math.min(ipLength, packet.capacity());
    packet.memory().put(packet.offset(), in.memory(), ipOffset, kept);
    packet.arrived(ipLength, in.timeNanos());
    if (unwrapped) {
      packet.cameOverOverlay();
    }
  }

  /** Goes to the next frame with an IP packet. */
  private void advance() {
    frameWaits = false;
    try {
      while (!frameWaits && in.next()) {
        frameWaits = findPacket();
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  private boolean findPacket() throws IOException {
    ByteBuffer memory = in.memory();
    int skipped = framing.ipOffset(memory, in.frameOffset(), in.frameLength());
    if (skipped < 0) {
      return false;
    }
    int available = in.frameLength() - skipped;
    ipOffset = in.frameOffset() + skipped;
    int stated = Ip.statedLength(memory, ipOffset, available);
    if (in.isCut() && (stated > available || available < Ip.MIN_BYTES)) {
      throw in.damaged(
          "the packet was cut by the capture's snap length; capture whole ones: tcpdump -s 0");
    }
    // A link pads short frames; the kernel cuts to the stated length as well.
    ipLength = Math.min(stated, available);
    unwrapOverlay(memory);
    return true;
  }

  private void unwrapOverlay(ByteBuffer memory) {
    int end = ipOffset + ipLength;
    int inner = OverlayDatagram.innerOffset(memory, ipOffset, ipLength, OverlayDatagram.PORT);
    if (inner < 0) {
      inner = OverlayDatagram.innerOffset(memory, ipOffset, ipLength, overlayPort);
    }
    unwrapped = inner >= 0;
    if (unwrapped) {
      ipOffset = inner;
      ipLength = end - inner;
    }
  }

  private void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      closed = true;
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Writes the packets that would leave. A capture has no routes: only the hop limit decides here.
   */
  @Override
  public void send(PacketBatch batch) throws IOException {
    for (int i = 0; i < batch.size(); i++) {
      PacketBuffer packet = batch.buffer(i);
      if (packet.fate() == Fate.FORWARD) {
        packet.setFate(send(packet));
      }
    }
  }

  private Fate send(PacketBuffer packet) throws IOException {
    if (!Ip.decrementHopLimit(packet.memory(), packet.offset())) {
      return Fate.HOPS_EXHAUSTED;
    }
    packet.finishChecksum();
    out.write(packet);
    return Fate.SENT;
  }

  /** Nothing to do: no wait is longer than a few milliseconds. */
  @Override
  public void wakeUp() {}

  @Override
  public void close() throws IOException {
    closed = true;
    try (in) {
      out.close();
    }
  }
}
