package dev.rosa.rings;

import dev.rosa.kernel.socket.NetworkInterface;
import dev.rosa.kernel.socket.PacketSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Sees every frame that arrives at an interface. Reads the ring on its own, as C would. */
final class FrameTap implements AutoCloseable {

  private static final int BLOCK_BYTES = 1 << 18;
  private static final int BLOCKS = 64;
  private static final int SLOT_BYTES = 2_048;
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final PacketSocket socket;
  private final ByteBuffer ring;
  private int slot;

  private FrameTap(PacketSocket socket, ByteBuffer ring) {
    this.socket = socket;
    this.ring = ring;
  }

  static FrameTap at(String name) throws IOException {
    PacketSocket socket = PacketSocket.open();
    ByteBuffer ring =
        socket.receiveRing(BLOCK_BYTES, BLOCKS, SLOT_BYTES, 0).order(ByteOrder.nativeOrder());
    NetworkInterface link = new NetworkInterface(socket, name);
    socket.bind(link, link.index(), true);
    socket.receiveForAll(link, link.index());
    return new FrameTap(socket, ring);
  }

  /** Frames that have arrived. */
  List<byte[]> frames() {
    List<byte[]> frames = new ArrayList<>();
    for (; isReady(); giveBack()) {
      byte[] bytes = new byte[ring.getInt(slot + 8)];
      ring.get(slot + ring.getShort(slot + 12), bytes);
      frames.add(bytes);
    }
    return frames;
  }

  /** Count of the frames that have arrived. */
  int count() {
    int count = 0;
    for (; isReady(); giveBack()) {
      count++;
    }
    return count;
  }

  private boolean isReady() {
    return (ring.getInt(slot) & 1) != 0;
  }

  private void giveBack() {
    ring.putInt(slot, 0);
    slot = (slot + SLOT_BYTES) % ring.capacity();
  }

  /** Waits for so many frames with IP packets. */
  List<byte[]> ipFrames(int count) throws InterruptedException {
    List<byte[]> found = new ArrayList<>();
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (found.size() < count) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("only " + found.size() + " of " + count + " packets came back");
      }
      Thread.sleep(1);
      frames().stream().filter(frame -> type(frame) != 0x88b5).forEach(found::add);
    }
    return found;
  }

  static int type(byte[] frame) {
    return ByteBuffer.wrap(frame).getShort(12) & 0xffff;
  }

  @Override
  public void close() {
    socket.close();
  }
}
