package dev.rosa.proxy.rules.criterion;

import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.url.NormalUrl;
import dev.rosa.proxy.url.Scheme;
import dev.rosa.proxy.url.UrlFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Criterion: the URL's host is one of several, or below one of several: {@code *.a.example} is all
 * that ends with {@code .a.example}, and not {@code a.example} itself. Immutable.
 */
public final class Hosts implements Criterion {
  private static final String BELOW = "*.";

  private final Set<String> exact = new TreeSet<>();
  private final Set<String> below = new TreeSet<>();
  private final byte[][] exactBytes;
  private final byte[][] belowBytes;

  /**
   * Reads patterns.
   *
   * @throws IllegalArgumentException in one line that names the pattern
   */
  public Hosts(List<String> patterns) {
    for (String pattern : patterns) {
      if (pattern.startsWith(BELOW)) {
        below.add(normal(pattern, pattern.substring(BELOW.length())));
      } else {
        exact.add(normal(pattern, pattern));
      }
    }
    exactBytes = exact.stream().map(AsciiBytes::of).toArray(byte[][]::new);
    belowBytes = below.stream().map(host -> AsciiBytes.of("." + host)).toArray(byte[][]::new);
  }

  private static String normal(String pattern, String host) {
    NormalUrl url = new NormalUrl();
    UrlFault fault = url.setAuthority(Scheme.HTTP, host);
    if (fault != null || url.port() != Scheme.HTTP.port()) {
      throw new IllegalArgumentException(
          "'" + pattern + "', expected hosts such as a.example, *.a.example or 192.0.2.1");
    }
    return url.hostText();
  }

  @Override
  public boolean holds(Question question) {
    byte[] host = question.url().host();
    int end = question.url().hostLength();
    for (byte[] one : exactBytes) {
      if (AsciiBytes.same(host, 0, end, one)) {
        return true;
      }
    }
    for (byte[] one : belowBytes) {
      int begin = end - one.length;
      if (begin > 0 && AsciiBytes.same(host, begin, end, one)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean covers(Criterion other) {
    return other instanceof Hosts hosts
        && hosts.exact.stream().allMatch(host -> exact.contains(host) || isBelow(host))
        && hosts.below.stream().allMatch(host -> below.contains(host) || isBelow(host));
  }

  private boolean isBelow(String host) {
    return below.stream().anyMatch(parent -> host.endsWith("." + parent));
  }

  /** Hosts by which an index finds it: those that it names, with those that it names all below. */
  public List<String> names() {
    return Stream.concat(exact.stream(), below.stream()).distinct().toList();
  }

  @Override
  public String text() {
    List<String> all = new ArrayList<>(exact);
    below.forEach(host -> all.add(BELOW + host));
    return String.join(" ", all);
  }
}
