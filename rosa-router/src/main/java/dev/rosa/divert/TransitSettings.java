package dev.rosa.divert;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of the link on which packets come back from the assistant: the kernel takes them as
 * if they came from where they were diverted. What was there at first is put back, also if the link
 * has gone and come back meanwhile. One thread at a time.
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
  private final String link;

  /** Settings by their paths, as they were before they were changed here first. */
  private final Map<String, String> before = new LinkedHashMap<>();

  private int index;
  private boolean checksumChanged;
  private boolean dummyAdded;

  /** Of that link; nothing is set yet. */
  TransitSettings(Kernel kernel, String link) {
    this.kernel = kernel;
    this.link = link;
  }

  /**
   * Sets them.
   *
   * @param indexNow the link's; one that has come back has another one, and no address of ours
   * @param from where packets came from
   */
  void apply(int indexNow, List<String> from) throws IOException {
    if (indexNow != index) {
      index = indexNow;
      dummyAdded = false;
    }
    set("ipv4/conf/" + link + "/rp_filter", LOOSE);
    if (!kernel.hasIpv4Address(link)) {
      kernel.ip("addr", "add", DUMMY, "scope", "link", "dev", link);
      dummyAdded = true;
    }
    for (String family : List.of("ipv4", "ipv6")) {
      if (anyForwards(family, from)) {
        set(family + "/conf/" + link + "/forwarding", "1");
      }
    }
    if (kernel.txChecksum(link)) {
      kernel.txChecksum(link, false);
      checksumChanged = true;
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
    Optional<String> now = kernel.setting(path);
    if (now.isPresent() && !now.get().equals(value)) {
      kernel.setting(path, value);
      before.putIfAbsent(path, now.get());
    }
  }

  /**
   * Puts back what was there, as far as it can be.
   *
   * @param indexNow the link's; what has taken its name since it was set is left alone
   */
  void restore(int indexNow) throws IOException {
    Failures failures = new Failures();
    if (indexNow != index) {
      return;
    }
    if (checksumChanged) {
      failures.collect(() -> kernel.txChecksum(link, true));
    }
    if (dummyAdded) {
      failures.collect(() -> kernel.ip("addr", "del", DUMMY, "dev", link));
    }
    before.forEach((path, value) -> failures.collect(() -> kernel.setting(path, value)));
    failures.throwFirst();
  }
}
