package dev.rosa.router.execution;

import dev.rosa.api.Packet;
import dev.rosa.api.PermissionDeniedException;
import dev.rosa.api.SessionState;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.packetio.PacketIo;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Grant;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * The packet as its code sees it: permissions of the grant are enforced here, and changes are kept
 * apart until the code has returned. Reused for every packet; one worker's, and all its codes'.
 *
 * <p>Code may keep a reference in a static field, where threads of other workers find it while
 * another code's packet is shown. So only the thread that shows a packet can use it.
 */
public final class PacketContext implements Packet, SessionState {

  private static final int NOT_ASKED = -1;

  /** {@link #worker}, for a thread that watches; opaque writes cost a worker what plain ones do. */
  private static final VarHandle WORKER = workerHandle();

  private final PacketIo io;
  private final byte[] replacement;
  private ByteBuffer memory;
  private int offset;
  private int length;

  /** The most bytes of payload; {@link #NOT_ASKED} until code wants to know. */
  private int maxLength;

  private boolean readable;
  private boolean encrypted;
  private long grantBits;
  private ActivePacket packet;
  private PacketBuffer buffer;
  private long[] state;

  /** The session's state as it was, once the code has changed it. */
  private final long[] stateBefore = new long[SLOTS];

  private boolean stateChanged;
  private boolean replaced;
  private boolean dropped;
  private Thread worker;

  private static VarHandle workerHandle() {
    try {
      return MethodHandles.lookup().findVarHandle(PacketContext.class, "worker", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this class has the field", e);
    }
  }

  public PacketContext(int packetBytes, PacketIo io) {
    this.io = io;
    replacement = new byte[packetBytes];
  }

  /** Shows the payload as it stands in the packet; unreadable if it is encrypted. */
  public void showInPlace(ActivePacket packet, PacketBuffer buffer, long[] state) {
    show(packet, buffer, state);
    memory = packet.memory();
    offset = packet.payloadOffset();
    readable = !encrypted;
  }

  /** Shows a decrypted payload. */
  public void showPlaintext(
      ActivePacket packet, PacketBuffer buffer, long[] state, ByteBuffer memory, int offset) {
    show(packet, buffer, state);
    this.memory = memory;
    this.offset = offset;
    readable = true;
  }

  private void show(ActivePacket packet, PacketBuffer buffer, long[] state) {
    this.packet = packet;
    this.buffer = buffer;
    WORKER.setOpaque(this, Thread.currentThread());
    maxLength = NOT_ASKED;
    length = packet.payloadLength();
    encrypted = packet.suite().encrypts();
    grantBits = packet.grantBits();
    this.state = state;
    stateChanged = false;
    replaced = false;
    dropped = false;
  }

  /** Thousands of units of fuel that the grant gives; 0: the code's own. */
  int grantedFuelThousands() {
    return Grant.fuelThousands(grantBits);
  }

  /** Takes back what the code has changed of the session's state. */
  void restoreState() {
    if (stateChanged) {
      System.arraycopy(stateBefore, 0, state, 0, SLOTS);
      stateChanged = false;
    }
  }

  /** The session of the packet that is shown; 0: none is. */
  long sessionShown() {
    return packet == null ? 0 : packet.session();
  }

  /** The user of the packet that is shown, with {@link #userLow}; 0: none is. */
  long userHigh() {
    return packet == null ? 0 : packet.userHigh();
  }

  long userLow() {
    return packet == null ? 0 : packet.userLow();
  }

  boolean isReplaced() {
    return replaced;
  }

  boolean isDropped() {
    return dropped;
  }

  /** Writes the new payload into the packet, whose lengths follow. */
  public void writeReplacement() {
    packet.resizePayload(length);
    packet.memory().put(packet.payloadOffset(), replacement, 0, length);
  }

  /** Releases the packet, so that code which kept a reference finds nothing. */
  public void forget() {
    WORKER.setOpaque(this, (Thread) null);
    memory = null;
    packet = null;
    buffer = null;
    state = null;
  }

  /** The thread that code uses the packet on now; null: none does. From any thread. */
  public Thread worker() {
    return (Thread) WORKER.getOpaque(this);
  }

  private void requireShown() {
    if (Thread.currentThread() != worker) {
      throw new IllegalStateException("a packet may be used by its worker during onPacket only");
    }
  }

  private void requireReadable() {
    requireShown();
    if (!readable) {
      throw new PermissionDeniedException("the grant does not let code read encrypted payloads");
    }
  }

  @Override
  public long session() {
    requireShown();
    return packet.session();
  }

  @Override
  public long sequence() {
    requireShown();
    return packet.sequence();
  }

  @Override
  public int servicePort() {
    requireShown();
    return packet.servicePort();
  }

  @Override
  public boolean isPayloadReadable() {
    requireShown();
    return readable;
  }

  @Override
  public int payloadLength() {
    requireShown();
    return length;
  }

  @Override
  public int payloadByte(int index) {
    requireReadable();
    Objects.checkIndex(index, length);
    return (replaced ? replacement[index] : memory.get(offset + index)) & 0xff;
  }

  @Override
  public void copyPayload(int index, byte[] target, int targetOffset, int count) {
    requireReadable();
    Objects.checkFromIndexSize(index, count, length);
    Objects.checkFromIndexSize(targetOffset, count, target.length);
    if (replaced) {
      System.arraycopy(replacement, index, target, targetOffset, count);
    } else {
      memory.get(offset + index, target, targetOffset, count);
    }
  }

  @Override
  public int maxPayloadLength() {
    requireShown();
    if (maxLength == NOT_ASKED) {
      int goesOn = packet.maxPayloadLength(Math.min(buffer.capacity(), io.longestTo(buffer)));
      // As long as it came it may stay: then it is the kernel that answers its Source.
      maxLength = Math.max(packet.payloadLength(), Math.min(goesOn, replacement.length));
    }
    return maxLength;
  }

  @Override
  public void replacePayload(byte[] source, int sourceOffset, int count) {
    requireShown();
    if (!Grant.mayModify(grantBits)) {
      throw new PermissionDeniedException("the grant does not let code modify payloads");
    }
    // Code that may not read an encrypted payload may not put another in its place unseen either.
    requireReadable();
    if (count > packet.payloadLength() && count > maxPayloadLength()) {
      throw new IllegalArgumentException(
          "a payload of " + count + " bytes; this packet takes " + maxLength);
    }
    Objects.checkFromIndexSize(sourceOffset, count, source.length);
    System.arraycopy(source, sourceOffset, replacement, 0, count);
    length = count;
    replaced = true;
  }

  @Override
  public void drop() {
    requireShown();
    if (!Grant.mayDrop(grantBits)) {
      throw new PermissionDeniedException("the grant does not let code drop packets");
    }
    dropped = true;
  }

  @Override
  public SessionState sessionState() {
    requireState();
    return this;
  }

  private void requireState() {
    requireShown();
    if (state == null) {
      throw new PermissionDeniedException("the grant does not let code keep per-session state");
    }
  }

  @Override
  public long get(int slot) {
    requireState();
    return state[Objects.checkIndex(slot, SLOTS)];
  }

  @Override
  public void set(int slot, long value) {
    requireState();
    Objects.checkIndex(slot, SLOTS);
    if (!stateChanged) {
      System.arraycopy(state, 0, stateBefore, 0, SLOTS);
      stateChanged = true;
    }
    state[slot] = value;
  }
}
