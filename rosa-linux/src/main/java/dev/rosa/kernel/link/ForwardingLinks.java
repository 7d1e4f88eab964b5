package dev.rosa.kernel.link;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * MTUs of network interfaces as the kernel forwards by them. For IPv6 that may be less than the
 * link's own ({@code net.ipv6.conf.LINK.mtu}), as from a router's advertisement. Needs no
 * privilege. Allocates nothing to ask. Owned by one thread.
 */
final class ForwardingLinks implements RouteAnswer.Links {

  private static final byte[] BEFORE_NAME = ascii("/proc/sys/net/ipv6/conf/");
  private static final byte[] BEHIND_NAME = ascii("/mtu\0");
  private static final int MOST_DIGITS = 10;

  private final InterfaceRequest link = new InterfaceRequest();
  private final OffHeap path =
      OffHeap.allocate(BEFORE_NAME.length + InterfaceRequest.MAX_NAME_BYTES + BEHIND_NAME.length);
  private final OffHeap text = OffHeap.allocate(MOST_DIGITS);
  private int socket;

  ForwardingLinks() {
    path.buffer().put(0, BEFORE_NAME);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Asks by this socket, of any kind, from now on. */
  void askBy(int any) {
    socket = any;
  }

  @Override
  public int mtuBytes(int index, boolean ipv4) {
    if (!link.name(socket, index) || !link.ask(socket, InterfaceRequest.MTU)) {
      return RouteAnswer.NONE;
    }
    int own = link.bytes().getInt(InterfaceRequest.ANSWER);
    int ofIpv6 = ipv4 ? RouteAnswer.NONE : ofIpv6();
    return ofIpv6 == RouteAnswer.NONE ? own : Math.min(own, ofIpv6);
  }

  /** That of the link asked for last, from a file: an answer of rtnetlink waits for a lock. */
  private int ofIpv6() {
    writePath();
    int file = LibC.open(path.address(), LibC.O_CLOEXEC);
    if (file < 0) {
      return RouteAnswer.NONE;
    }
    try {
      return number(LibC.read(file, text.address(), MOST_DIGITS));
    } finally {
      LibC.close(file);
    }
  }

  private void writePath() {
    ByteBuffer name = link.bytes();
    int at = BEFORE_NAME.length;
    for (int i = 0; i < InterfaceRequest.MAX_NAME_BYTES && name.get(i) != 0; i++) {
      path.buffer().put(at++, name.get(i));
    }
    path.buffer().put(at, BEHIND_NAME);
  }

  /** The number that the text begins with. */
  private int number(long length) {
    int number = 0;
    for (int i = 0; i < length && isDigit(text.buffer().get(i)); i++) {
      number = number * 10 + text.buffer().get(i) - '0';
    }
    return number;
  }

  private static boolean isDigit(byte character) {
    return character >= '0' && character <= '9';
  }
}
