package dev.rosa.wire.active;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Rights and limits of a user at a router (PROTOCOL §4). The Authorization Server sets them, and
 * the session's key binds them.
 *
 * @param packetsPerSecond unsigned 32-bit; 0: no limit
 * @param fuelThousands thousands of metered instructions per packet, 0–65535; 0: the code's default
 * @param permissions 0–65535, of {@link #READ}, {@link #MODIFY}, {@link #DROP}, {@link #STATE}
 */
public record Grant(int packetsPerSecond, int fuelThousands, int permissions) {

  /** Read the plaintext of an encrypted payload. */
  public static final int READ = 0x0001;

  /** Modify the payload. */
  public static final int MODIFY = 0x0002;

  /** Drop the packet. */
  public static final int DROP = 0x0004;

  /** Emit further packets, and redirect: reserved in version 1, must be 0. */
  public static final int RESERVED = 0x0008 | 0x0010;

  /** Keep per-session state. */
  public static final int STATE = 0x0020;

  /** All that version 1 gives a meaning. */
  public static final int ALL = READ | MODIFY | DROP | STATE;

  /**
   * A grant of its parts.
   *
   * @throws IllegalArgumentException if fuel or permissions do not fit 16 bits
   */
  public Grant {
    if ((fuelThousands & ~0xffff) != 0 || (permissions & ~0xffff) != 0) {
      throw new IllegalArgumentException("fuel and permissions of a grant are 0 to 65535");
    }
  }

  /** The grant with these 64 bits on the wire. */
  public static Grant ofBits(long bits) {
    return new Grant((int) (bits >>> 32), (int) (bits >>> 16) & 0xffff, (int) bits & 0xffff);
  }

  /** The 64 bits on the wire: rate, fuel, permissions. */
  public long bits() {
    return Integer.toUnsignedLong(packetsPerSecond) << 32
        | (long) fuelThousands << 16
        | permissions;
  }

  /** Thousands of units of fuel per packet in a grant with these 64 bits; 0: the code's own. */
  public static int fuelThousands(long bits) {
    return (int) (bits >>> 16) & 0xffff;
  }

  /** True if code may read an encrypted payload. */
  public boolean mayRead() {
    return (permissions & READ) != 0;
  }

  /** True if the grant with these 64 bits lets code read an encrypted payload. */
  public static boolean mayRead(long bits) {
    return (bits & READ) != 0;
  }

  /** True if the grant with these 64 bits lets code modify the payload. */
  public static boolean mayModify(long bits) {
    return (bits & MODIFY) != 0;
  }

  /** True if the grant with these 64 bits lets code drop packets. */
  public static boolean mayDrop(long bits) {
    return (bits & DROP) != 0;
  }

  /** True if the grant with these 64 bits lets code keep per-session state. */
  public static boolean mayKeepState(long bits) {
    return (bits & STATE) != 0;
  }

  /** True if code may modify the payload. */
  public boolean mayModify() {
    return (permissions & MODIFY) != 0;
  }

  /** True if code may drop the packet. */
  public boolean mayDrop() {
    return (permissions & DROP) != 0;
  }

  /** True if code may keep per-session state. */
  public boolean mayKeepState() {
    return (permissions & STATE) != 0;
  }

  /**
   * Permission bits from names such as {@code read,modify,drop,state}, separated by commas or
   * spaces; {@code none} and the empty text are 0.
   *
   * @throws IllegalArgumentException naming the word that is no permission
   */
  public static int parsePermissions(String names) {
    int permissions = 0;
    for (String name : names.trim().toLowerCase(Locale.ROOT).split("[,\\s]+")) {
      permissions |=
          switch (name) {
            case "read" -> READ;
            case "modify" -> MODIFY;
            case "drop" -> DROP;
            case "state" -> STATE;
            case "none", "" -> 0;
            default ->
                throw new IllegalArgumentException(
                    "'" + name + "' is no permission; expected read, modify, drop, state or none");
          };
    }
    return permissions;
  }

  /**
   * The permissions' names in the order of their bits, e.g. {@code modify,drop}, or {@code none}.
   */
  public String permissionNames() {
    List<String> names = new ArrayList<>();
    if (mayRead()) {
      names.add("read");
    }
    if (mayModify()) {
      names.add("modify");
    }
    if (mayDrop()) {
      names.add("drop");
    }
    if (mayKeepState()) {
      names.add("state");
    }
    return names.isEmpty() ? "none" : String.join(",", names);
  }
}
