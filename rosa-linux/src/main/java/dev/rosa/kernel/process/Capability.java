package dev.rosa.kernel.process;

import java.util.Set;

/** Linux capability that ROSA asks for or looks at; see capabilities(7). */
public enum Capability {
  /** Lets a thread take capabilities out of its bounding set; never asked for. */
  SETPCAP(8),
  /** Links, nft rules and settings of interfaces. */
  NET_ADMIN(12),
  /** Packet sockets. */
  NET_RAW(13),
  /** Maps and programs of eBPF. */
  BPF(39);

  /** Hint behind a refusal for the lack of {@link #NET_ADMIN}. */
  public static final String NET_ADMIN_NEEDED =
      "CAP_NET_ADMIN must be had in the user namespace that owns this network namespace";

  private final int number;

  Capability(int number) {
    this.number = number;
  }

  /** As in linux/capability.h. */
  int number() {
    return number;
  }

  /** As in {@code /proc/PID/status}. */
  long bit() {
    return 1L << number;
  }

  /** As people and systemd write it. */
  public String text() {
    return "CAP_" + name();
  }

  static long bits(Set<Capability> some) {
    return some.stream().mapToLong(Capability::bit).reduce(0, (one, other) -> one | other);
  }
}
