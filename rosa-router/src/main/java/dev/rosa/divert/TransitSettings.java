package dev.rosa.divert;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The settings of the link on which packets come back from the assistant: the kernel takes them as
 * if they came from where they were diverted. What was there before is put back. One thread at a
 * time.
 */
final class TransitSettings {

  /** Sources are to be reachable, but over whatever link: packets come back over another one. */
  private static final String LOOSE = "2";

  /**
   * RFC 7600's dummy address, for links that have none: there, Linux refuses whatever does not come
   * from the link itself as soon as it filters by reverse path at all, loosely or not.
   */
  private static final String DUMMY = "192.0.0.8/32";

  private final Kernel kernel;
  private final Deque<Undo> undo = new ArrayDeque<>();

  /** Puts something back. */
  private interface Undo {
    void run() throws IOException;
  }

  TransitSettings(Kernel kernel) {
    this.kernel = kernel;
  }

  /**
   * Sets them.
   *
   * @param link where packets come back
   * @param from where they came from
   */
  void apply(String link, List<String> from) throws IOException {
    undo.clear();
    set(ipv4(link, "rp_filter"), LOOSE);
    if (!kernel.hasIpv4Address(link)) {
      kernel.ip("addr", "add", DUMMY, "scope", "link", "dev", link);
      undo.push(() -> kernel.ip("addr", "del", DUMMY, "dev", link));
    }
    for (String family : List.of("ipv4", "ipv6")) {
      if (anyForwards(family, from)) {
        set(family + "/conf/" + link + "/forwarding", "1");
      }
    }
    if (kernel.txChecksum(link)) {
      kernel.txChecksum(link, false);
      undo.push(() -> kernel.txChecksum(link, true));
    }
  }

  /** Whether any of these links forwards packets of a family. */
  boolean anyForwards(String family, List<String> from) throws IOException {
    for (String one : from) {
      if (kernel.setting(family + "/conf/" + one + "/forwarding").orElse("0").equals("1")) {
        return true;
      }
    }
    return false;
  }

  private void set(String path, String value) throws IOException {
    Optional<String> before = kernel.setting(path);
    if (before.isPresent() && !before.get().equals(value)) {
      kernel.setting(path, value);
      undo.push(() -> kernel.setting(path, before.get()));
    }
  }

  private static String ipv4(String link, String name) {
    return "ipv4/conf/" + link + "/" + name;
  }

  /** Puts back what was there. */
  void restore() throws IOException {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
  }
}
