package dev.rosa.proxy.packet;

import dev.rosa.packetio.PacketBatch;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.packetio.PacketIo;
import dev.rosa.proxy.divert.Verdict;
import dev.rosa.wire.ip.Ip;
import java.io.IOException;

/**
 * Packets that go back to the kernel: those of the received batch in place, and those that the
 * worker has made or held. They leave in the order in which they were given here. Owned by one
 * thread.
 */
final class Outgoing {
  private static final int ROOM = 256;
  private static final int IPV4_NUMBER = 4;

  private final PacketIo io;
  private final PacketBatch received;
  private final PacketBatch made;
  private boolean hasReceived;
  private short number;

  Outgoing(PacketIo io, PacketBatch received, int packetBytes) {
    this.io = io;
    this.received = received;
    made = new PacketBatch(ROOM, packetBytes);
  }

  /** A packet of the received batch goes back to where it came from. */
  void forward(PacketBuffer packet, Verdict verdict) throws IOException {
    if (made.size() > 0) {
      sendMade();
    }
    packet.cameInOn(verdict.on(Verdict.link(packet.ingress())));
    packet.setFate(Fate.FORWARD);
    hasReceived = true;
  }

  /** A buffer for a packet that is made here; {@link #made} says that it is complete. */
  PacketBuffer make() throws IOException {
    if (hasReceived) {
      io.send(received);
      hasReceived = false;
    }
    if (made.isFull()) {
      sendMade();
    }
    return made.add();
  }

  /** The last buffer of {@link #make} has a packet. */
  void made(PacketBuffer packet, int linkNumber, Verdict verdict) {
    packet.cameInOn(verdict.on(linkNumber));
    packet.setFate(Fate.FORWARD);
  }

  /** Held packets go back to where they came from. */
  void release(HeldPackets held, HeldPackets.Queue queue) throws IOException {
    if (!queue.isEmpty()) {
      held.release(queue, this::forwardCopy);
    }
  }

  /** Copies of held packets go to where they came from. */
  void repeat(HeldPackets held, HeldPackets.Queue queue) throws IOException {
    held.each(queue, this::forwardCopy);
  }

  /**
   * The same once more. Where a packet is too long for a link, its sender hears of that and cuts
   * the bytes anew, but not if it was told that they have arrived: IPv4 may cut these.
   */
  void resend(HeldPackets held, HeldPackets.Queue queue) throws IOException {
    held.each(queue, this::forwardDivisible);
  }

  private void forwardDivisible(PacketBuffer kept) throws IOException {
    PacketBuffer copy = copyOf(kept);
    if (Ip.isIpv4(copy.memory(), copy.offset())) {
      copy.memory().putShort(copy.offset() + IPV4_NUMBER, ++number);
      copy.memory().putShort(copy.offset() + Ip.V4_FRAGMENT, (short) 0);
      Ip.refreshChecksumV4(copy.memory(), copy.offset());
    }
    made(copy, Verdict.link(kept.ingress()), Verdict.PASS);
  }

  private void forwardCopy(PacketBuffer kept) throws IOException {
    made(copyOf(kept), Verdict.link(kept.ingress()), Verdict.PASS);
  }

  private PacketBuffer copyOf(PacketBuffer kept) throws IOException {
    PacketBuffer copy = make();
    copy.copyFrom(kept);
    return copy;
  }

  /** Sends all. */
  void flush() throws IOException {
    if (hasReceived) {
      io.send(received);
      hasReceived = false;
    }
    if (made.size() > 0) {
      sendMade();
    }
  }

  private void sendMade() throws IOException {
    io.send(made);
    made.setSize(0);
  }
}
