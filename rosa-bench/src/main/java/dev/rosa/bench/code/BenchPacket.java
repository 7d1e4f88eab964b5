package dev.rosa.bench.code;

import dev.rosa.api.Counter;
import dev.rosa.api.Packet;
import dev.rosa.api.RouterContext;
import dev.rosa.api.SessionState;

/** Packet and router that cost next to nothing, so that what is measured is the code. */
final class BenchPacket implements Packet, RouterContext, SessionState {

  private static final int MOST = 2048;

  private final byte[] payload;
  private final byte[] replacement = new byte[MOST];
  private final long[] slots = new long[SLOTS];

  BenchPacket(byte[] payload) {
    this.payload = payload.clone();
  }

  @Override
  public long session() {
    return 7;
  }

  @Override
  public long sequence() {
    return 1;
  }

  @Override
  public int servicePort() {
    return 5004;
  }

  @Override
  public boolean isPayloadReadable() {
    return true;
  }

  @Override
  public int payloadLength() {
    return payload.length;
  }

  @Override
  public int payloadByte(int index) {
    return payload[index] & 0xff;
  }

  @Override
  public void copyPayload(int index, byte[] target, int targetOffset, int length) {
    System.arraycopy(payload, index, target, targetOffset, length);
  }

  @Override
  public int maxPayloadLength() {
    return MOST;
  }

  @Override
  public void replacePayload(byte[] source, int sourceOffset, int length) {
    System.arraycopy(source, sourceOffset, replacement, 0, length);
  }

  @Override
  public void drop() {}

  @Override
  public SessionState sessionState() {
    return this;
  }

  @Override
  public long get(int slot) {
    return slots[slot];
  }

  @Override
  public void set(int slot, long value) {
    slots[slot] = value;
  }

  @Override
  public String routerName() {
    return "r1";
  }

  @Override
  public Counter counter(String name) {
    long[] value = new long[1];
    return amount -> value[0] += amount;
  }
}
