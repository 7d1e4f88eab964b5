package dev.rosa.packetio;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.socket.RingCalls;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.wire.ip.FlowShape;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sender of a batch of packets from the memory where they are, with one system call. Those of one
 * flow leave as one packet, if the socket can have it so: the kernel takes and routes that once,
 * and cuts it up where it leaves. A kernel that will not do that is asked once, and then given
 * packets one by one until the link is another. Owned by one thread.
 */
final class RingSender {

  /** Most messages of one call. */
  static final int MOST = 256;

  private static final Logger LOG = LoggerFactory.getLogger(RingSender.class);

  /** Retries of a full queue, each after a wait for room. */
  private static final int RETRIES = 8;

  /** Batches in a row that had no train sent for want of room, while packets alone found some. */
  private static final int MOST_FULL_IN_A_ROW = 16;

  private static final int ROOM_MILLIS = 1;
  private static final long PAUSE_NANOS = 20_000;

  private final RingCalls calls;
  private final int socket;
  private final RingMessages messages;
  private final PacketTrains trains;
  private final PacketBuffer[] spare = new PacketBuffer[MOST];
  private final boolean mayJoin;
  private final OffHeap room = OffHeap.allocate(Long.BYTES);

  private int linkMtuBytes = PacketTrains.MOST_BYTES;

  /** True if packets travel together now. */
  private boolean together;

  private int fullInARow;

  /** The error number with which the kernel refused the train that delivery ended at. */
  private int refusal;

  /**
   * A sender of packets that are in {@code ring} or elsewhere outside the heap.
   *
   * @param trains shape of the packets of a flow that may leave together; with any but {@link
   *     FlowShape#NONE} the socket is one with PACKET_VNET_HDR
   */
  RingSender(RingCalls calls, int socket, ByteBuffer ring, FlowShape trains) {
    this.calls = calls;
    this.socket = socket;
    this.mayJoin = trains != FlowShape.NONE;
    this.messages = new RingMessages(ring, MOST, mayJoin);
    this.trains = new PacketTrains(ring, MOST, trains);
    this.together = mayJoin;
    room.buffer().putInt(0, socket).putShort(Integer.BYTES, LibC.POLLOUT);
  }

  /**
   * Says what addresses frames have from now on, {@code byte[6]} each, and how long the packets may
   * be that the link carries.
   */
  void address(byte[] destination, byte[] source, int mtuBytes) {
    messages.address(destination, source);
    linkMtuBytes = mtuBytes;
    trains.limit(mtuBytes);
    fullInARow = 0;
    together = mayJoin;
  }

  /**
   * Sets the length of packets that all links of this machine carry. A longer packet travels alone,
   * so that the kernel answers for each packet that does not fit the next link.
   */
  void limit(int mtuBytes) {
    trains.limit(Math.min(linkMtuBytes, mtuBytes));
  }

  /** Sends what is to be forwarded, and says of each what became of it. */
  void send(PacketBatch batch) {
    trains.clear();
    for (int i = 0; i < batch.size(); i++) {
      PacketBuffer packet = batch.buffer(i);
      if (packet.fate() == Fate.FORWARD) {
        if (trains.isFull()) {
          sendTrains();
        }
        add(packet);
      }
    }
    if (trains.count() > 0) {
      sendTrains();
    }
  }

  private void add(PacketBuffer packet) {
    if (together) {
      trains.join(packet);
    } else {
      trains.alone(packet);
    }
  }

  private void sendTrains() {
    int done = deliver();
    if (hasTrainBefore(done)) {
      fullInARow = 0;
    }
    if (done < trains.count()) {
      int why = refusal;
      trains.dissolveFrom(done, spare);
      int unused = deliver();
      noteRefusal(why, spare[0]);
    }
    trains.clear();
  }

  private boolean hasTrainBefore(int end) {
    for (int train = 0; train < end; train++) {
      if (trains.size(train) > 1) {
        return true;
      }
    }
    return false;
  }

  /**
   * A link that refuses the first one also alone was full, and may take trains another time. So may
   * one that had no room for a train now; but that is also what a link says that never has.
   */
  private void noteRefusal(int why, PacketBuffer alone) {
    if (alone.fate() != Fate.SENT) {
      return;
    }
    fullInARow = isFull(why) ? fullInARow + 1 : MOST_FULL_IN_A_ROW;
    if (fullInARow >= MOST_FULL_IN_A_ROW) {
      together = false;
      LOG.warn("the kernel takes no packets of a flow together: each is sent on its own from now");
    }
  }

  /** Returns the first train that the kernel will not have as one, or how many there are. */
  private int deliver() {
    messages.write(trains);
    int count = trains.count();
    int done = 0;
    int retries = 0;
    while (done < count) {
      int sent = calls.sendmmsg(socket, messages.address(done), count - done, LibC.MSG_DONTWAIT);
      if (sent > 0) {
        settle(done, done + sent, Fate.SENT);
        done += sent;
        retries = 0;
      } else if (isFull(-sent) && retries++ < RETRIES) {
        waitForRoom(-sent);
      } else if (isGone(-sent)) {
        settle(done, count, Fate.LINK_REFUSED);
        done = count;
      } else if (trains.size(done) > 1) {
        refusal = -sent;
        return done;
      } else {
        // A queue that stays full is so for all; else it is about this packet alone.
        int last = isFull(-sent) ? count : done + 1;
        settle(done, last, Fate.LINK_REFUSED);
        done = last;
      }
    }
    return count;
  }

  private static boolean isFull(int errno) {
    return errno == Errno.ENOBUFS || errno == Errno.EAGAIN || errno == Errno.EINTR;
  }

  private static boolean isGone(int errno) {
    return errno == Errno.ENETDOWN || errno == Errno.ENXIO || errno == Errno.ENODEV;
  }

  private void waitForRoom(int errno) {
    if (errno == Errno.EAGAIN) {
      calls.poll(room.address(), 1, ROOM_MILLIS);
    } else {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void settle(int from, int to, Fate fate) {
    for (int train = from; train < to; train++) {
      for (int i = trains.first(train); i != PacketTrains.NONE; i = trains.after(i)) {
        trains.packet(i).setFate(fate);
      }
    }
  }

  /** Refuses all that is to be forwarded. */
  static void refuse(PacketBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      PacketBuffer packet = batch.buffer(i);
      if (packet.fate() == Fate.FORWARD) {
        packet.setFate(Fate.LINK_REFUSED);
      }
    }
  }
}
