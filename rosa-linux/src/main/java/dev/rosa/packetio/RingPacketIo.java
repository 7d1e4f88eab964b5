package dev.rosa.packetio;

import dev.rosa.kernel.link.LinkMtus;
import dev.rosa.kernel.link.RouteMtu;
import dev.rosa.kernel.socket.ChosenRingCalls;
import dev.rosa.kernel.socket.RingCalls;
import dev.rosa.kernel.socket.WakeUpSignal;
import dev.rosa.wire.ip.FlowShape;
import dev.rosa.wire.ip.Ip;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Link of one worker to diverted packets: a packet ring on the assistant link, a pair of virtual
 * interfaces (ROSA §2). Diverted packets arrive in a ring shared with the kernel. They are worked
 * on in place, and go back to the kernel without a copy. TTL, route and ICMP are the kernel's:
 * packets leave as they are, addressed to the far end of the link.
 *
 * <p>A packet in the ring must not be used after the next {@link #receive}. A worker sends a {@link
 * Heartbeat} on the link every 150 ms, and a last one at its end. An interface may go away: packets
 * flow again when it is back.
 *
 * <p>Used by one worker thread; {@link #wakeUp}, {@link #close}, {@link #droppedByRing} and {@link
 * #undiverted} may be called by any. {@link #close} waits for a call of the worker's to end.
 */
public final class RingPacketIo implements PacketIo {

  private static final Logger LOG = LoggerFactory.getLogger(RingPacketIo.class);

  /** The longest packet that a batch of packets from a ring needs memory for. */
  public static final int LONGEST_PACKET = 9_216;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long MOST_WAIT_MILLIS = 3_600_000;
  private static final long CLOSE_NANOS = 5_000_000_000L;
  private static final int SEND_BUFFER_BYTES = 4 << 20;

  private static final int IDLE = 0;
  private static final int IN_USE = 1;
  private static final int CLOSED = 2;

  private final PacketSockets.Pair sockets;
  private final RingReader reader;
  private final RingSender sender;
  private final RingLink link;
  private final RingWait wait;
  private final WakeUpSignal signal;
  private final Heartbeat heartbeat;
  private final RingDrops drops;
  private final RouteMtu routes = new RouteMtu();
  private final LinkMtus mtus;

  /** The worker's calls and the end of the sockets keep out of each other's way. */
  private final AtomicInteger use = new AtomicInteger(IDLE);

  private volatile boolean closing;

  /** Parameters of a ring. */
  private record Setting(PacketSockets sockets, int worker, RingOptions options) {

    PacketSockets.Pair pair() {
      return sockets.pair(worker);
    }
  }

  /**
   * Binds a worker's sockets to the interface and maps its ring. Needs no privilege.
   *
   * @throws IOException in one line, if e.g. there is no such interface
   */
  public static RingPacketIo attach(PacketSockets sockets, int worker, RingOptions options)
      throws IOException {
    ChosenRingCalls chosen = ChosenRingCalls.here();
    RingPacketIo io = attach(sockets, worker, options, chosen.calls());
    if (worker == 0) {
      LOG.info(
          "packet rings on {}: {} of {} bytes; {}",
          options.interfaceName(),
          sockets.workers(),
          options.blocks() * RingOptions.BLOCK_BYTES,
          chosen.description());
    }
    return io;
  }

  static RingPacketIo attach(
      PacketSockets sockets, int worker, RingOptions options, RingCalls calls) throws IOException {
    WakeUpSignal signal = WakeUpSignal.open();
    LinkMtus mtus = null;
    try {
      mtus = LinkMtus.watching();
      return new RingPacketIo(new Setting(sockets, worker, options), calls, signal, mtus);
    } catch (IOException e) {
      signal.close();
      if (mtus != null) {
        mtus.close();
      }
      throw e;
    }
  }

  private RingPacketIo(Setting setting, RingCalls calls, WakeUpSignal signal, LinkMtus mtus)
      throws IOException {
    this.signal = signal;
    this.mtus = mtus;
    sockets = setting.pair();
    RingOptions options = setting.options();
    byte[] returnTo = options.returnTo().clone();
    // First: sockets that have a ring already cannot be attached to another interface.
    link = new RingLink(sockets, options, (own, mtu) -> address(returnTo, own, mtu));
    int slotBytes = link.slotBytes();
    int headroomBytes = options.format().headroomBytes();
    ByteBuffer ring =
        sockets
            .receive()
            .receiveRing(RingOptions.BLOCK_BYTES, options.blocks(), slotBytes, headroomBytes);
    long now = System.nanoTime();
    int workers = setting.sockets().workers();
    int sending = sockets.send().descriptor();
    reader = new RingReader(ring, slotBytes, headroomBytes);
    FlowShape trains = options.format().trains();
    sender = new RingSender(calls, sending, ring, trains);
    // Not by the socket that packets are sent with, whose frames may need a header more.
    int beating = sockets.receive().descriptor();
    heartbeat = new Heartbeat(calls, beating, setting.worker(), workers, now);
    wait = new RingWait(calls, reader, signal, sockets.receive().descriptor());
    drops = new RingDrops(sockets.receive());
    // Before it is bound: no frame may come in that is another worker's.
    sockets.receive().filter(FilterProgram.encoded(filter(setting.worker(), workers, options)));
    sockets.send().prepareSending(SEND_BUFFER_BYTES);
    if (trains != FlowShape.NONE) {
      sockets.send().expectOffloadHeaders();
    }
    link.bind(now);
  }

  private static List<FilterProgram.Instruction> filter(
      int worker, int workers, RingOptions options) {
    return switch (options.format().fanout()) {
      case SESSION -> SessionFilter.program(worker, workers, options.fanoutSeed());
      case CONNECTION -> FlowFilter.program(worker, workers, options.fanoutSeed());
    };
  }

  private void address(byte[] returnTo, byte[] own, int mtuBytes) {
    sender.address(returnTo, own, mtuBytes);
    heartbeat.address(returnTo, own);
  }

  @Override
  public boolean receive(PacketBatch batch, long waitMillis) {
    batch.setSize(0);
    if (!use.compareAndSet(IDLE, IN_USE)) {
      return false;
    }
    try {
      reader.release();
      receiveUntil(batch, Math.min(waitMillis, MOST_WAIT_MILLIS) * NANOS_PER_MILLI);
      return !closing;
    } finally {
      use.set(IDLE);
    }
  }

  private void receiveUntil(PacketBatch batch, long waitNanos) {
    long now = System.nanoTime();
    long deadline = now + waitNanos;
    boolean goesOn = true;
    while (goesOn) {
      heartbeat.tend(now);
      link.tend(now);
      reader.fill(batch, now);
      long left = Math.min(deadline - now, heartbeat.nextNanos() - now);
      goesOn = batch.size() == 0 && now - deadline < 0 && !closing && await(left);
      now = System.nanoTime();
    }
    wait.received(batch.size(), now);
  }

  /** Waits; true if the ring is to be read again. */
  private boolean await(long nanos) {
    RingWait.End end = wait.await(Math.max(1, nanos), link.isTroubled());
    if (end == RingWait.End.SOCKET_ERROR) {
      link.noteError();
    }
    return end != RingWait.End.WOKEN;
  }

  /** Sends to the far end of the link. The kernel there lets the TTL fall, and finds the route. */
  @Override
  public void send(PacketBatch batch) {
    if (!use.compareAndSet(IDLE, IN_USE)) {
      RingSender.refuse(batch);
      return;
    }
    try {
      sender.limit(mtus.smallestBytes());
      sender.send(batch);
    } finally {
      use.set(IDLE);
    }
  }

  /** The lesser of the MTUs of the route and of the assistant link. */
  @Override
  public int longestTo(PacketBuffer packet) {
    boolean ipv4 = Ip.isIpv4(packet.memory(), packet.offset());
    int destination = Ip.destinationOffset(packet.offset(), ipv4);
    int route = routes.bytes(packet.memory(), destination, ipv4, System.nanoTime());
    return Math.min(link.mtuBytes(), route == RouteMtu.UNKNOWN ? mtus.smallestBytes() : route);
  }

  /** Packets that found no room in the ring since it was attached; a quarter of a second old. */
  public long droppedByRing() {
    return drops.total();
  }

  /** Packets in the ring that no diversion had sent, since it was attached; left out. */
  public long undiverted() {
    return reader.undiverted();
  }

  @Override
  public void wakeUp() {
    if (!closing) {
      signal.raise();
    }
  }

  /** Sends the last heartbeat on the link and closes the worker's sockets. */
  @Override
  public void close() throws IOException {
    closing = true;
    long began = System.nanoTime();
    while (!use.compareAndSet(IDLE, CLOSED)) {
      if (use.get() == CLOSED) {
        return;
      }
      if (System.nanoTime() - began > CLOSE_NANOS) {
        throw new IOException("a packet ring is still in use, its sockets stay open");
      }
      signal.raise();
      LockSupport.parkNanos(NANOS_PER_MILLI);
    }
    heartbeat.bye();
    drops.close();
    mtus.close();
    sockets.close();
    signal.close();
  }
}
