package dev.rosa.packetio;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.socket.NetworkInterface;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binding of a worker's packet sockets to their interface, made anew when the interface comes back.
 * When it goes away and one of its name comes back, they are bound to that. Says so once each, and
 * looks once a second. Owned by one thread.
 */
final class RingLink {

  /** Is told what MAC address and MTU the interface has, whenever it may be another one. */
  interface Listener {
    void bound(byte[] macAddress, int mtuBytes);
  }

  private static final Logger LOG = LoggerFactory.getLogger(RingLink.class);
  private static final long LOOK_NANOS = 1_000_000_000L;

  private final PacketSockets.Pair sockets;
  private final NetworkInterface link;
  private final Listener listener;
  private final int slotBytes;
  private final int headroomBytes;
  private int boundIndex;
  private int mtuBytes;
  private boolean gone;
  private boolean toldOfLength;

  /** True if something was wrong since it was looked at last. */
  private boolean troubled;

  private long nextLookNanos;

  /**
   * A link whose sockets are not bound yet.
   *
   * @throws IOException if there is no such interface
   */
  RingLink(PacketSockets.Pair sockets, RingOptions options, Listener listener) throws IOException {
    this.sockets = sockets;
    this.link = new NetworkInterface(sockets.send(), options.interfaceName());
    this.listener = listener;
    if (link.index() == 0) {
      throw new IOException("there is no network interface '" + link.name() + "'");
    }
    this.headroomBytes = options.format().headroomBytes();
    this.slotBytes = RingReader.slotBytes(link.mtuBytes() + headroomBytes);
  }

  /** Bytes of a slot for the longest packet that the interface carries now, and its headroom. */
  int slotBytes() {
    return slotBytes;
  }

  /** Binds for the first time. */
  void bind(long nowNanos) throws IOException {
    nextLookNanos = nowNanos + LOOK_NANOS;
    bind(link.index());
  }

  private void bind(int index) throws IOException {
    byte[] address =
        link.macAddress()
            .orElseThrow(() -> new IOException(link.name() + " has no Ethernet address"));
    sockets.send().bind(link, index, false);
    sockets.receive().bind(link, index, true);
    sockets.receive().receiveForAll(link, index);
    boundIndex = index;
    mtuBytes = link.mtuBytes();
    listener.bound(address, mtuBytes);
  }

  /** True if polling the socket would only bring the same error again. */
  boolean isTroubled() {
    return troubled || gone;
  }

  /** Notes that the socket has an error, and takes it away. */
  void noteError() {
    sockets.receive().takeError();
    troubled = true;
  }

  /** Looks after the interface, if it is time to. */
  void tend(long nowNanos) {
    if (nowNanos - nextLookNanos < 0) {
      return;
    }
    nextLookNanos = nowNanos + LOOK_NANOS;
    int index = link.index();
    if (index == 0) {
      lose(Errno.sentence(Errno.ENODEV));
    } else if (index != boundIndex || isTroubled()) {
      bindAgain(index);
    } else {
      mtuBytes = link.mtuBytes();
      watchLength();
    }
  }

  /** The longest packet that the interface carries, in bytes; a second old at most. */
  int mtuBytes() {
    return mtuBytes;
  }

  /** A ring cannot be made anew while its packets may still be read. */
  private void watchLength() {
    int longest = RingReader.longestPacket(slotBytes) - headroomBytes;
    if (mtuBytes <= longest) {
      toldOfLength = false;
    } else if (!toldOfLength) {
      toldOfLength = true;
      LOG.warn(
          "interface {} carries packets of {} bytes now: those of more than {} are dropped until"
              + " the router is started again",
          link.name(),
          mtuBytes,
          longest);
    }
  }

  private void lose(String why) {
    if (!gone) {
      gone = true;
      LOG.warn("interface {} is gone, no packets until it is back: {}", link.name(), why);
    }
  }

  private void bindAgain(int index) {
    boolean another = index != boundIndex;
    try {
      bind(index);
    } catch (IOException e) {
      lose(e.getMessage());
      return;
    }
    if (gone || another) {
      LOG.info("interface {} is back", link.name());
    }
    gone = false;
    troubled = false;
  }
}
