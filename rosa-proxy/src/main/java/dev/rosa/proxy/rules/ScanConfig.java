package dev.rosa.proxy.rules;

import dev.rosa.config.BadValueException;
import dev.rosa.config.ByteSize;
import dev.rosa.config.IpLiteral;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The element {@code <scan>}: a service that answers of HTTP are shown to. Immutable.
 *
 * @param name by which rules name it
 * @param service address as {@code icap://127.0.0.1:1344/avscan}
 * @param timeout for one answer
 * @param limit most bytes of an answer
 * @param whenGone {@code refuse} or {@code pass}: what happens without a verdict
 * @param whenLarger {@code refuse} or {@code pass}: what happens to larger answers
 */
public record ScanConfig(
    String name,
    String service,
    Duration timeout,
    ByteSize limit,
    String whenGone,
    String whenLarger) {

  private static final Pattern SERVICE =
      Pattern.compile("icap://(?:\\[([^]]+)]|([^:/\\[]+))(?::(\\d{1,5}))?/(.+)");
  private static final int USUAL_PORT = 1344;
  private static final int MOST_PORT = 65_535;
  private static final ByteSize MOST_LIMIT = new ByteSize(1L << 29);
  private static final Duration MOST_TIMEOUT = Duration.ofHours(1);
  private static final String PASS = "pass";

  /** Checks and completes. */
  public ScanConfig {
    timeout = timeout == null ? Duration.ofSeconds(10) : timeout;
    limit = limit == null ? new ByteSize(8L << 20) : limit;
    if (timeout.compareTo(MOST_TIMEOUT) > 0) {
      throw new BadValueException("timeout", "is longer than an hour, expected at most 1h");
    }
    if (limit.bytes() < 1 || limit.bytes() > MOST_LIMIT.bytes()) {
      throw new BadValueException("limit", "is %s, expected 1B to %s".formatted(limit, MOST_LIMIT));
    }
    try {
      InetSocketAddress unused = service == null ? null : address(service);
    } catch (IllegalArgumentException e) {
      throw new BadValueException("service", "has " + e.getMessage());
    }
  }

  private static Matcher parts(String service) {
    Matcher parts = SERVICE.matcher(service);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "'" + service + "', expected icap://ADDRESS:PORT/NAME such as icap://127.0.0.1/avscan");
    }
    return parts;
  }

  private static InetSocketAddress address(String service) {
    Matcher parts = parts(service);
    String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
    int port = parts.group(3) == null ? USUAL_PORT : Integer.parseInt(parts.group(3));
    if (port < 1 || port > MOST_PORT) {
      throw new IllegalArgumentException("port " + port + ", expected 1 to 65535");
    }
    return new InetSocketAddress(IpLiteral.parse(host), port);
  }

  /** Address of the service's server. */
  public InetSocketAddress address() {
    return address(service);
  }

  /** Name of the service at its server. */
  public String serviceName() {
    return parts(service).group(4);
  }

  /** True if an answer without a verdict passes. */
  public boolean passesWhenGone() {
    return PASS.equals(whenGone);
  }

  /** True if an answer that is larger than the limit passes. */
  public boolean passesWhenLarger() {
    return PASS.equals(whenLarger);
  }
}
