package dev.rosa.firewall.assistant;

import dev.rosa.config.ConfigPlace;
import dev.rosa.kernel.link.InterfaceNames;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Look at this machine for the interfaces that a configuration names. Stateless. */
public final class NamedLinks {

  private NamedLinks() {}

  /**
   * Warns of names that no interface has; it may come later.
   *
   * @param place the element around them
   * @param element that of each name
   */
  public static void warnOfAbsent(ConfigPlace place, String element, List<String> names) {
    Set<String> there;
    try {
      there = InterfaceNames.receivedPackets().keySet();
    } catch (IOException e) {
      // Without an answer there is nothing to warn of.
      return;
    }
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (!there.contains(name)) {
        place.at(element, i).warn("is '" + name + "', and there is no such interface");
      }
    }
  }
}
