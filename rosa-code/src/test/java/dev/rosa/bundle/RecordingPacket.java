package dev.rosa.bundle;

import dev.rosa.api.Counter;
import dev.rosa.api.Packet;
import dev.rosa.api.PermissionDeniedException;
import dev.rosa.api.RouterContext;
import dev.rosa.api.SessionState;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Test kit: a packet and the router around it, without a network. Everything is granted until one
 * of the {@code without…} methods takes it away.
 */
public final class RecordingPacket implements Packet, RouterContext, SessionState {

  private final Map<String, Long> counters = new HashMap<>();
  private final long[] slots = new long[SessionState.SLOTS];
  private byte[] payload;
  private boolean readable = true;
  private boolean modifiable = true;
  private boolean stateful = true;
  private boolean dropped;

  public RecordingPacket(byte[] payload) {
    this.payload = payload.clone();
  }

  /** Takes the right to read away. */
  public RecordingPacket withoutRead() {
    readable = false;
    return this;
  }

  /** Takes the right to modify away. */
  public RecordingPacket withoutModify() {
    modifiable = false;
    return this;
  }

  /** Takes per-session state away. */
  public RecordingPacket withoutState() {
    stateful = false;
    return this;
  }

  /** The payload as it is now. */
  public byte[] payload() {
    return payload.clone();
  }

  /** Value of a counter; 0 if there is none of that name. */
  public long count(String name) {
    return counters.getOrDefault(name, 0L);
  }

  public boolean isDropped() {
    return dropped;
  }

  @Override
  public String routerName() {
    return "r1";
  }

  @Override
  public Counter counter(String name) {
    return amount -> counters.merge(name, amount, Long::sum);
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
    return readable;
  }

  @Override
  public int payloadLength() {
    return payload.length;
  }

  @Override
  public int payloadByte(int index) {
    require(readable);
    return payload[index] & 0xff;
  }

  @Override
  public void copyPayload(int index, byte[] target, int targetOffset, int length) {
    require(readable);
    Objects.checkFromIndexSize(index, length, payload.length);
    System.arraycopy(payload, index, target, targetOffset, length);
  }

  @Override
  public int maxPayloadLength() {
    return 1400;
  }

  @Override
  public void replacePayload(byte[] source, int sourceOffset, int length) {
    require(readable && modifiable);
    payload = Arrays.copyOfRange(source, sourceOffset, sourceOffset + length);
  }

  @Override
  public void drop() {
    dropped = true;
  }

  @Override
  public SessionState sessionState() {
    require(stateful);
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

  private static void require(boolean granted) {
    if (!granted) {
      throw new PermissionDeniedException("not granted");
    }
  }
}
