package dev.rosa.firewall.assistant;

import dev.rosa.kernel.process.Capability;
import dev.rosa.kernel.process.CapabilitySets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Error message about a missing Linux capability: its name, its use, and the command that gives it.
 * Stateless.
 */
public final class MissingPrivilege {

  private static final String HOW =
      "; give %s with AmbientCapabilities= in the systemd unit, or 'setpriv --inh-caps %s"
          + " --ambient-caps %s'";

  private MissingPrivilege() {}

  /**
   * Refuses to go on without CAP_NET_ADMIN and CAP_NET_RAW.
   *
   * @param who begins the sentence, e.g. {@code <interfaces>}
   */
  public static void requireBoth(String who) throws IOException {
    check(who, CapabilitySets.ofThisThread());
  }

  /** The same with other capabilities than those of this thread. */
  public static void check(String who, CapabilitySets own) throws IOException {
    List<Capability> missing = new ArrayList<>();
    List<String> needs = new ArrayList<>();
    if (!own.has(Capability.NET_ADMIN)) {
      missing.add(Capability.NET_ADMIN);
      needs.add("CAP_NET_ADMIN for the assistant link and the nft rules");
    }
    if (!own.has(Capability.NET_RAW)) {
      missing.add(Capability.NET_RAW);
      needs.add("CAP_NET_RAW for packet sockets");
    }
    if (!missing.isEmpty()) {
      throw new IOException(
          who + " needs " + String.join(" and ", needs) + ", missing here" + how(missing));
    }
  }

  private static String how(List<Capability> missing) {
    String named = String.join(" ", missing.stream().map(Capability::text).toList());
    String wanted =
        String.join(
            ",", missing.stream().map(one -> "+" + one.name().toLowerCase(Locale.ROOT)).toList());
    return HOW.formatted(named, wanted, wanted);
  }
}
