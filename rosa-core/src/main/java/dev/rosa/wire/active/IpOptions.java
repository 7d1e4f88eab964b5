package dev.rosa.wire.active;

import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;

/**
 * Check of an IP header's options for Router Alert, and for others than an active packet may have
 * (PROTOCOL §5 step 1). Linux refuses some of those others later, when the code has run (source
 * routes; long padding, RFC 4942 §2.1.9.5). Stateless.
 */
final class IpOptions {

  /** The kind of options that a header has. */
  enum Found {
    /** Nothing asks for an active router. */
    NO_ALERT,
    /** Router Alert, and nothing else but padding. */
    ALERT_ALONE,
    /** Router Alert beside options that no active packet has, or damaged ones. */
    ALERT_AND_OTHERS
  }

  private static final int END_OF_OPTIONS = 0;
  private static final int NO_OPERATION = 1;
  private static final int PAD_1 = 0;
  private static final int PAD_N = 1;

  /** More than 7 bytes of padding serve no alignment. */
  private static final int MOST_PADDING = 7;

  private static final int TYPE_AND_LENGTH = 2;
  private static final int ALERT_BYTES = 4;

  private IpOptions() {}

  /**
   * Looks at the options of an IPv4 header.
   *
   * @param headerBytes of the whole header, which are there
   */
  static Found ofV4(ByteBuffer memory, int ip, int headerBytes) {
    int end = ip + headerBytes;
    boolean alert = false;
    boolean others = false;
    for (int at = ip + Ip.V4_HEADER; at < end && memory.get(at) != END_OF_OPTIONS; ) {
      int bytes = memory.get(at) == NO_OPERATION ? 1 : statedBytes(memory, at, end);
      boolean isAlert = bytes == ALERT_BYTES && memory.getInt(at) == Ip.V4_ROUTER_ALERT;
      alert |= isAlert;
      others |= !isAlert && bytes != 1;
      at += bytes;
    }
    return found(alert, others);
  }

  /** An option's length; one that does not fit reaches to the end. */
  private static int statedBytes(ByteBuffer memory, int at, int end) {
    int left = end - at;
    int stated = left < TYPE_AND_LENGTH ? 0 : memory.get(at + 1) & 0xff;
    return stated < TYPE_AND_LENGTH || stated > left ? Math.max(left, TYPE_AND_LENGTH) : stated;
  }

  /**
   * Looks at the options of an IPv6 hop-by-hop header. Router Alert may be there once (RFC 2711
   * §2.1).
   *
   * @param optionBytes of the whole header, which are there
   */
  static Found ofV6(ByteBuffer memory, int options, int optionBytes) {
    int end = options + optionBytes;
    boolean alert = false;
    boolean others = false;
    int padding = 0;
    for (int at = options + TYPE_AND_LENGTH; at < end; ) {
      int bytes = memory.get(at) == PAD_1 ? 1 : tlvBytes(memory, at, end);
      padding = isPadding(memory, at, Math.min(bytes, end - at)) ? padding + bytes : 0;
      boolean isAlert = bytes == ALERT_BYTES && isAlertV6(memory, at, end);
      others |= padding > MOST_PADDING || (padding == 0 && (alert || !isAlert));
      alert |= isAlert;
      at += bytes;
    }
    return found(alert, others);
  }

  /** An option's length; one that does not fit is longer than all padding may be. */
  private static int tlvBytes(ByteBuffer memory, int at, int end) {
    int left = end - at;
    int stated = left < TYPE_AND_LENGTH ? 0 : TYPE_AND_LENGTH + (memory.get(at + 1) & 0xff);
    return stated == 0 || stated > left ? MOST_PADDING + left : stated;
  }

  private static boolean isAlertV6(ByteBuffer memory, int at, int end) {
    return end - at >= ALERT_BYTES && memory.getInt(at) == Ip.V6_ROUTER_ALERT;
  }

  /** Pad1, or PadN that carries nothing. */
  private static boolean isPadding(ByteBuffer memory, int at, int bytes) {
    if (memory.get(at) != PAD_1 && memory.get(at) != PAD_N) {
      return false;
    }
    int carried = 0;
    for (int i = at + TYPE_AND_LENGTH; i < at + bytes; i++) {
      carried |= memory.get(i);
    }
    return carried == 0;
  }

  private static Found found(boolean alert, boolean others) {
    if (!alert) {
      return Found.NO_ALERT;
    }
    return others ? Found.ALERT_AND_OTHERS : Found.ALERT_ALONE;
  }
}
