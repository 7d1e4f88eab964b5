package dev.rosa.firewall.plane.allow;

import dev.rosa.kernel.flow.TcpFlows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reader of {@code /proc/net/tcp} and {@code tcp6}, for a kernel without sock_diag: with 50,000
 * connections it costs twelve times as much. Stateless.
 */
final class ProcTcp {

  private static final String ESTABLISHED = "01";

  /** Of a connection that no program has accepted yet. */
  private static final String NO_INODE = "0";

  /** Words of a line, from 0. */
  private static final int LOCAL = 1;

  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private static final Pattern ADDRESS = Pattern.compile("([0-9A-F]{8}|[0-9A-F]{32}):[0-9A-F]{4}");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  private ProcTcp() {}

  /** Accepted connections to ports of this machine. */
  static List<TcpFlows.Accepted> accepted(List<String> lines, Collection<Integer> ports) {
    List<TcpFlows.Accepted> found = new ArrayList<>();
    List<String> texts = ports.stream().map(":%04X "::formatted).toList();
    for (String line : lines) {
      // There may be very many connections to other ports.
      if (texts.stream().noneMatch(line::contains)) {
        continue;
      }
      String[] words = line.strip().split("\\s+", -1);
      if (isAccepted(words) && ports.contains(port(words[LOCAL]))) {
        String peer = words[REMOTE].substring(0, words[REMOTE].indexOf(':'));
        found.add(new TcpFlows.Accepted(ProcAddress.parse(peer), Long.parseLong(words[INODE])));
      }
    }
    return found;
  }

  private static boolean isAccepted(String... words) {
    return words.length > INODE
        && words[STATE].equals(ESTABLISHED)
        && NUMBER.matcher(words[INODE]).matches()
        && !words[INODE].equals(NO_INODE)
        && ADDRESS.matcher(words[LOCAL]).matches()
        && ADDRESS.matcher(words[REMOTE]).matches();
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.indexOf(':') + 1), 16);
  }
}
