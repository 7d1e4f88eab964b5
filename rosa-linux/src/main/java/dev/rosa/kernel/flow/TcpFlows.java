package dev.rosa.kernel.flow;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.netlink.MessageWriter;
import dev.rosa.kernel.netlink.NetlinkException;
import dev.rosa.kernel.netlink.NetlinkSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * TCP sockets of this network namespace, by sock_diag(7). Needs CAP_NET_ADMIN to end them. Owned by
 * one thread.
 */
public final class TcpFlows implements AutoCloseable {

  private static final int SOCK_DIAG_BY_FAMILY = 20;
  private static final int SOCK_DESTROY = 21;
  private static final byte TCP = 6;

  /** All but those that listen, wait or are closed. */
  private static final int CONNECTED = 0xffff & ~(1 << 10 | 1 << 6 | 1 << 7);

  private static final int ESTABLISHED = 1 << 1;

  /** {@code inet_diag_sockid}: two ports, two addresses of 16 bytes, an interface, a cookie. */
  private static final int ID_BYTES = 48;

  /** Where it begins in the kernel's answer. */
  private static final int ID_AT = 4;

  private static final int PEER_AT = ID_AT + 4 + 16;

  /** Behind the id: a time, two queues, a user. */
  private static final int INODE_AT = ID_AT + ID_BYTES + 4 * Integer.BYTES;

  private static final int IPV6_BYTES = 16;

  private final NetlinkSocket socket;
  private final MessageWriter request = new MessageWriter(256);

  private TcpFlows(NetlinkSocket socket) {
    this.socket = socket;
  }

  /** Gets ready to ask, in this thread's network namespace. */
  public static TcpFlows open() throws IOException {
    return new TcpFlows(NetlinkSocket.open(NetlinkSocket.Part.SOCKETS));
  }

  /**
   * Established connection that a program has accepted.
   *
   * @param peer the other side's address
   * @param inode number of its socket; another connection has another
   */
  public record Accepted(InetAddress peer, long inode) {}

  /** Accepted connections to a port of this machine. The kernel leaves all others out. */
  public List<Accepted> accepted(int port) throws IOException {
    List<Accepted> found = new ArrayList<>();
    byte[] id = new byte[ID_BYTES];
    id[0] = (byte) (port >> Byte.SIZE);
    id[1] = (byte) port;
    for (int family : new int[] {LibC.AF_INET, LibC.AF_INET6}) {
      begin(SOCK_DIAG_BY_FAMILY, LibC.NLM_F_DUMP, (byte) family, ESTABLISHED, id);
      boolean unused = socket.ask(request, (type, body) -> takeAccepted(type, body, found));
    }
    return found;
  }

  /** One that no program has accepted yet has no inode. */
  private static void takeAccepted(int type, ByteBuffer body, List<Accepted> found) {
    if (type == SOCK_DIAG_BY_FAMILY && body.remaining() >= INODE_AT + Integer.BYTES) {
      byte[] message = new byte[ID_AT + ID_BYTES];
      body.get(0, message);
      long inode = Integer.toUnsignedLong(body.getInt(INODE_AT));
      if (inode != 0) {
        found.add(new Accepted(peer(message), inode));
      }
    }
  }

  /**
   * Ends the connections of some peers: their programs get an error.
   *
   * @param isPeer says of a peer's address if it is one of them
   * @return how many were ended
   */
  public int end(Predicate<InetAddress> isPeer) throws IOException {
    List<byte[]> found = new ArrayList<>();
    for (int family : new int[] {LibC.AF_INET, LibC.AF_INET6}) {
      begin(SOCK_DIAG_BY_FAMILY, LibC.NLM_F_DUMP, (byte) family, CONNECTED, new byte[ID_BYTES]);
      boolean unused = socket.ask(request, (type, body) -> take(type, body, isPeer, found));
    }
    int ended = 0;
    for (byte[] one : found) {
      ended += destroy(one[0], Arrays.copyOfRange(one, ID_AT, ID_AT + ID_BYTES)) ? 1 : 0;
    }
    return ended;
  }

  private void begin(int type, int flags, byte family, int states, byte[] id) {
    request
        .clear()
        .begin(type, flags)
        .put(family, TCP, (byte) 0, (byte) 0)
        .putNative(states)
        .put(id);
    request.end();
  }

  private static void take(
      int type, ByteBuffer body, Predicate<InetAddress> isPeer, List<byte[]> found) {
    if (type == SOCK_DIAG_BY_FAMILY && body.remaining() >= ID_AT + ID_BYTES) {
      byte[] message = new byte[ID_AT + ID_BYTES];
      body.get(0, message);
      if (isPeer.test(peer(message))) {
        found.add(message);
      }
    }
  }

  /** An IPv4 peer of an IPv6 socket is an IPv4 address. */
  private static InetAddress peer(byte[] message) {
    int bytes = message[0] == LibC.AF_INET ? Integer.BYTES : IPV6_BYTES;
    try {
      return InetAddress.getByAddress(Arrays.copyOfRange(message, PEER_AT, PEER_AT + bytes));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean destroy(byte family, byte[] id) throws IOException {
    begin(SOCK_DESTROY, 0, family, CONNECTED, id);
    request.acknowledgeLast();
    try {
      socket.change(request);
      return true;
    } catch (NetlinkException e) {
      // It has ended itself meanwhile.
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
