package dev.rosa.firewall.plane.allow;

import dev.rosa.firewall.plane.ban.Source;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Peers of ssh connections that are an administrator's. A connection alone is none: everybody can
 * open one, and would then be safe from bans. It counts if utmp names its peer as logged in, if it
 * has lasted longer than sshd lets a peer try to log in, or if it was there at the first look. One
 * thread's.
 */
final class SshPeers {

  private static final String ESTABLISHED = "01";

  /** {@code LoginGraceTime} is 120 s unless it is set. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(150);

  private static final int UTMP_BYTES = 384;
  private static final int UTMP_ADDRESS = 348;
  private static final int ADDRESS_BYTES = 16;
  private static final short USER_PROCESS = 7;

  private final LongSupplier nanoTime;

  /** Time of the first look at each connection. */
  private final Map<String, Long> firstSeen = new HashMap<>();

  private boolean isFirst = true;

  SshPeers(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Looks at lines of {@code /proc/net/tcp} and {@code tcp6}.
   *
   * @param utmp bytes of {@code /run/utmp}; may be empty
   */
  Set<Source> read(List<String> connections, List<Integer> ports, byte[] utmp) {
    long now = nanoTime.getAsLong();
    long first = isFirst ? now - 2 * GRACE_NANOS : now;
    isFirst = false;
    Set<Source> loggedIn = loggedIn(utmp);
    Set<String> present = new HashSet<>();
    Set<Source> peers = new HashSet<>();
    for (String line : connections) {
      String[] words = line.strip().split("\\s+", -1);
      if (isSsh(words, ports)) {
        String connection = words[1] + ' ' + words[2];
        present.add(connection);
        long since = firstSeen.computeIfAbsent(connection, unused -> first);
        Source peer = Source.of(ProcAddress.parse(words[2].substring(0, words[2].indexOf(':'))));
        if (loggedIn.contains(peer) || now - since > GRACE_NANOS) {
          peers.add(peer);
        }
      }
    }
    firstSeen.keySet().retainAll(present);
    return peers;
  }

  private static boolean isSsh(String[] words, List<Integer> ports) {
    return words.length > 3
        && words[3].equals(ESTABLISHED)
        && words[1].matches("([0-9A-F]{8}|[0-9A-F]{32}):[0-9A-F]{4}")
        && words[2].matches("([0-9A-F]{8}|[0-9A-F]{32}):[0-9A-F]{4}")
        && ports.contains(Integer.parseInt(words[1].substring(words[1].indexOf(':') + 1), 16));
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
