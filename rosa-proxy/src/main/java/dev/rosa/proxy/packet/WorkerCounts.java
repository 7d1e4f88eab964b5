package dev.rosa.proxy.packet;

import dev.rosa.proxy.policy.RefusalCounts;
import java.util.concurrent.atomic.AtomicLong;

/** Counts of a worker. Written by its thread, read by any. */
public final class WorkerCounts {
  private final RefusalCounts refusals = new RefusalCounts();
  private final AtomicLong packets = new AtomicLong();
  private final AtomicLong bytesSeen = new AtomicLong();
  private final AtomicLong bytesMoved = new AtomicLong();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();
  private final AtomicLong sentToLogin = new AtomicLong();
  private volatile int connections;
  private volatile int held;

  /** Refusals by reason. */
  public RefusalCounts refusals() {
    return refusals;
  }

  void addPacket(int bytes) {
    add(packets, 1);
    add(bytesSeen, bytes);
  }

  void addMoved(long bytes) {
    add(bytesMoved, bytes);
  }

  void addRequests(int passed) {
    add(requests, passed);
  }

  void addEnded() {
    add(ended, 1);
  }

  void addSentToLogin() {
    add(sentToLogin, 1);
  }

  private static void add(AtomicLong count, long by) {
    count.lazySet(count.getPlain() + by);
  }

  void setNow(int connectionsNow, int heldNow) {
    connections = connectionsNow;
    held = heldNow;
  }

  /** Packets that this worker has taken. */
  public long packets() {
    return packets.get();
  }

  /** Bytes of TCP in them. */
  public long bytesSeen() {
    return bytesSeen.get();
  }

  /**
   * Bytes that passed in the kernel, as the ends have acknowledged them in packets that came here:
   * a connection tells of them at the latest when it ends.
   */
  public long bytesByKernel() {
    return Math.max(0, bytesMoved.get() - bytesSeen.get());
  }

  /** Requests that were let pass. */
  public long requests() {
    return requests.get();
  }

  /** Connections that are over. */
  public long ended() {
    return ended.get();
  }

  /** Answers with the address of the login page, one that TCP repeats as well. */
  public long sentToLogin() {
    return sentToLogin.get();
  }

  /** Connections now. */
  public int connections() {
    return connections;
  }

  /** Packets held now. */
  public int held() {
    return held;
  }
}
