package dev.rosa.proxy.divert;

import dev.rosa.config.ConfigException;
import dev.rosa.proxy.cache.CacheStart;
import dev.rosa.proxy.rules.CacheConfig;
import dev.rosa.proxy.rules.InterfacesConfig;
import java.io.IOException;
import java.util.List;

/**
 * Descriptors of the kernel's cache, which are made with privileges and handed over. Immutable.
 *
 * @param numbers of maps and links; none if there is no cache
 * @param obstacle why there is none, in one line; empty if there is one
 */
public record CacheDescriptors(List<Integer> numbers, String obstacle) {

  /** Copies. */
  public CacheDescriptors {
    numbers = List.copyOf(numbers);
  }

  private static CacheDescriptors none(String why) {
    return new CacheDescriptors(List.of(), why);
  }

  /** Makes a cache where it is wanted, and the kernel takes it. */
  static CacheDescriptors start(InterfacesConfig config, CacheConfig wanted) {
    if (!wanted.isWanted()) {
      return none("the configuration has none");
    }
    List<Integer> ports = InterfacesConfig.Ports.numbers(config.ports().http());
    if (ports.isEmpty()) {
      return none("no port of HTTP is judged");
    }
    CacheStart.Place place =
        new CacheStart.Place(
            config.clients(),
            config.servers(),
            ports,
            ProxyPlan.CACHE_MARK,
            ProxyPlan.RETURN_MARK,
            config.connections(),
            wanted.entries());
    try {
      return new CacheDescriptors(CacheStart.start(place), "");
    } catch (IOException e) {
      return none(ConfigException.oneLine(e));
    }
  }

  /** Those that the process had made before it began again; they follow all others. */
  static CacheDescriptors ofHandover(
      List<Integer> descriptors, String note, InterfacesConfig config) {
    if (!note.isEmpty()) {
      return none(note);
    }
    int count = CacheStart.descriptors(config.clients().size() + config.servers().size());
    return new CacheDescriptors(
        descriptors.subList(descriptors.size() - count, descriptors.size()), "");
  }

  /** What was handed over beside them. */
  List<Integer> others(List<Integer> descriptors) {
    return descriptors.subList(0, descriptors.size() - numbers.size());
  }
}
