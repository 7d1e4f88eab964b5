package dev.rosa.rings;

import dev.rosa.kernel.NetworkInterface;
import dev.rosa.kernel.PacketSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Sees every frame that arrives at an interface. Reads the ring on its own, as C would. */
final class FrameTap implements AutoCloseable {

  private static final int BLOCK_BYTES = 1 << 18;
  private static final int BLOCKS = 16;
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final PacketSocket socket;
  private final ByteBuffer ring;
  private int block;

  private FrameTap(PacketSocket socket, ByteBuffer ring) {
    this.socket = socket;
    this.ring = ring;
  }

  static FrameTap at(String name) throws IOException {
    PacketSocket socket = PacketSocket.open();
    ByteBuffer ring = socket.receiveRing(BLOCK_BYTES, BLOCKS).order(ByteOrder.nativeOrder());
    NetworkInterface link = new NetworkInterface(socket, name);
    socket.bind(link, link.index(), true);
    socket.receiveForAll(link, link.index());
    return new FrameTap(socket, ring);
  }

  /** What has arrived and was handed over. */
  List<byte[]> frames() {
    List<byte[]> frames = new ArrayList<>();
    for (int at = ready(); at >= 0; at = ready()) {
      int frame = at + ring.getInt(at + 16);
      for (int left = ring.getInt(at + 12); left > 0; left--) {
        byte[] bytes = new byte[ring.getInt(frame + 12)];
        ring.get(frame + ring.getShort(frame + 24), bytes);
        frames.add(bytes);
        frame += ring.getInt(frame);
      }
      giveBack(at);
    }
    return frames;
  }

  /** How many have arrived and were handed over. */
  int count() {
    int count = 0;
    for (int at = ready(); at >= 0; at = ready()) {
      count += ring.getInt(at + 12);
      giveBack(at);
    }
    return count;
  }

  private int ready() {
    int at = block * BLOCK_BYTES;
    return (ring.getInt(at + 8) & 1) != 0 ? at : -1;
  }

  private void giveBack(int at) {
    ring.putInt(at + 8, 0);
    block = (block + 1) % BLOCKS;
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
