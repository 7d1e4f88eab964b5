package dev.rosa.firewall.plane.layer.xdp;

/**
 * Trial of a front on the traffic that arrives at one interface: processor time of the kernel's
 * packet work for each packet, first without the front, then with it, in slices of about a second.
 * A slice with few packets says nothing. There is one change each way, as many drivers stop their
 * queues for a moment when a program is attached. Not thread-safe.
 */
final class LiveTrial {

  /** Packets that make a slice count. */
  static final long LEAST_PACKETS = 50_000;

  /** Slices that count, of each way. */
  static final int SLICES = 5;

  /** Slices without enough traffic after which the trial begins anew. */
  static final int MOST_QUIET = 30;

  /** Slices after which an interface that was left is tried again: about an hour. */
  static final int SLICES_UNTIL_NEXT = 3_600;

  /** A front is taken from this share of the cost on. */
  private static final double CHEAPER = 0.95;

  private static final String NO_TRAFFIC =
      "too little traffic so far to tell whether it is cheaper";

  private enum State {
    WITHOUT,
    WITH,
    TAKEN,
    LEFT
  }

  private State state = State.WITHOUT;
  private String why = NO_TRAFFIC;
  private long ticks;
  private long packets;
  private int counted;
  private int others;
  private boolean changed;
  private double costWithout;

  /** True if the front should be at the interface now. */
  boolean wants() {
    return state == State.WITH || state == State.TAKEN;
  }

  /** Why it is there or not, for an operator. */
  String why() {
    return why;
  }

  /**
   * Takes a slice in.
   *
   * @param arrived packets that arrived
   * @param spent processor time of packet work, in any unit
   * @param attached true if the front was at the interface
   */
  void slice(long arrived, long spent, boolean attached) {
    switch (state) {
      case WITHOUT, WITH -> count(arrived, spent, attached);
      case LEFT -> wait(SLICES_UNTIL_NEXT);
      case TAKEN -> {}
    }
  }

  private void wait(int slices) {
    others++;
    if (others >= slices) {
      go(State.WITHOUT, NO_TRAFFIC);
    }
  }

  private void count(long arrived, long spent, boolean attached) {
    boolean mixed = changed;
    changed = false;
    if (mixed || attached != wants() || arrived < LEAST_PACKETS) {
      wait(MOST_QUIET);
      return;
    }
    packets += arrived;
    ticks += spent;
    counted++;
    if (counted == SLICES) {
      decide((double) ticks / packets);
    }
  }

  private void decide(double cost) {
    if (state == State.WITHOUT) {
      go(State.WITH, "it is on trial");
      costWithout = cost;
    } else if (cost <= CHEAPER * costWithout) {
      go(State.TAKEN, "");
    } else {
      String text = "on trial a packet took %.2f × the time".formatted(cost / costWithout);
      go(State.LEFT, text);
    }
  }

  private void go(State next, String reason) {
    state = next;
    why = reason;
    ticks = 0;
    packets = 0;
    counted = 0;
    others = 0;
    changed = true;
  }
}
