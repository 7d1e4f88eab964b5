package dev.rosa.firewall.plane.allow;

import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.kernel.flow.TcpFlows;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Peers of ssh connections that are an administrator's. A connection alone is none: everybody can
 * open one, and would then be safe from bans. It counts if utmp names its peer as logged in, if it
 * has lasted longer than sshd lets a peer try to log in, or if it was there at the first look. A
 * connection is known by its socket's inode: a peer can connect again and again from one port. One
 * thread's.
 */
final class SshPeers {

  /** {@code LoginGraceTime} is 120 s unless it is set. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(150);

  private static final int UTMP_BYTES = 384;
  private static final int UTMP_ADDRESS = 348;
  private static final int ADDRESS_BYTES = 16;
  private static final short USER_PROCESS = 7;

  private final LongSupplier nanoTime;

  /** Time of the first look at each connection, by its inode. */
  private final Map<Long, Long> firstSeen = new HashMap<>();

  private boolean isFirst = true;

  SshPeers(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Looks at the connections to ports of sshd.
   *
   * @param utmp bytes of {@code /run/utmp}; may be empty
   */
  Set<Source> read(Collection<TcpFlows.Accepted> connections, byte[] utmp) {
    long now = nanoTime.getAsLong();
    long first = isFirst ? now - 2 * GRACE_NANOS : now;
    isFirst = false;
    Set<Source> loggedIn = loggedIn(utmp);
    Set<Long> present = new HashSet<>();
    Set<Source> peers = new HashSet<>();
    for (TcpFlows.Accepted connection : connections) {
      present.add(connection.inode());
      long since = firstSeen.computeIfAbsent(connection.inode(), unused -> first);
      Source peer = Source.of(connection.peer());
      if (loggedIn.contains(peer) || now - since > GRACE_NANOS) {
        peers.add(peer);
      }
    }
    firstSeen.keySet().retainAll(present);
    return peers;
  }

  private static Set<Source> loggedIn(byte[] utmp) {
    Set<Source> sources = new HashSet<>();
    ByteBuffer records = ByteBuffer.wrap(utmp).order(ByteOrder.nativeOrder());
    for (int at = 0; at + UTMP_BYTES <= utmp.length; at += UTMP_BYTES) {
      byte[] address =
          Arrays.copyOfRange(utmp, at + UTMP_ADDRESS, at + UTMP_ADDRESS + ADDRESS_BYTES);
      if (records.getShort(at) == USER_PROCESS && !Arrays.equals(address, new byte[16])) {
        sources.add(source(address));
      }
    }
    return sources;
  }

  /** An IPv4 address is in the first 4 bytes, the others are 0. */
  private static Source source(byte[] address) {
    boolean isIpv4 = Arrays.equals(address, 4, ADDRESS_BYTES, new byte[12], 0, 12);
    try {
      return Source.of(InetAddress.getByAddress(isIpv4 ? Arrays.copyOf(address, 4) : address));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
