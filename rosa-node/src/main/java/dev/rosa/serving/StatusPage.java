package dev.rosa.serving;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A page of a {@link StatusServer}, made anew for each request. A failure in it, errors of the JVM
 * included, ends with that request and is logged once, until the page can be made again.
 * Thread-safe if its text is.
 */
public final class StatusPage {

  private static final Logger LOG = LoggerFactory.getLogger(StatusPage.class);

  /** Content type of lines for a person. */
  static final String PLAIN = "text/plain; charset=utf-8";

  /**
   * Answer of a page to one request.
   *
   * @param available false: the page is a reason, and the answer says that the service is
   *     unavailable (503)
   */
  record Made(boolean available, String text) {}

  private final String contentType;
  private final Supplier<Made> content;
  private final AtomicBoolean failing = new AtomicBoolean();

  private StatusPage(String contentType, Supplier<Made> content) {
    this.contentType = contentType;
    this.content = content;
  }

  /**
   * The pages that every role has, by path: {@code /status}, {@code /metrics}, {@code /ready} and
   * {@code /live}.
   *
   * @param obstacle one line that says why the role is not ready; empty if it is
   */
  public static Map<String, StatusPage> all(
      Supplier<String> status, Supplier<String> metrics, Supplier<Optional<String>> obstacle) {
    return Map.of(
        "/status", json(status),
        "/metrics", metrics(metrics),
        "/ready", ready(obstacle),
        "/live", live());
  }

  /** A page of JSON. */
  public static StatusPage json(Supplier<String> text) {
    return new StatusPage("application/json", () -> new Made(true, text.get()));
  }

  /** A page in Prometheus' text format. */
  public static StatusPage metrics(Supplier<String> text) {
    return new StatusPage(
        "text/plain; version=0.0.4; charset=utf-8", () -> new Made(true, text.get()));
  }

  /** A page that says {@code live} as long as this process answers. */
  public static StatusPage live() {
    return new StatusPage(PLAIN, () -> new Made(true, "live\n"));
  }

  /**
   * A page that says {@code ready}, or is unavailable (503) with a reason.
   *
   * @param obstacle one line that says why the service is not ready; empty if it is
   */
  public static StatusPage ready(Supplier<Optional<String>> obstacle) {
    return new StatusPage(
        PLAIN,
        () -> {
          Optional<String> reason = obstacle.get();
          return new Made(reason.isEmpty(), reason.orElse("ready") + "\n");
        });
  }

  String contentType() {
    return contentType;
  }

  /** The page; null if it cannot be made. */
  Made make(String path) {
    try {
      Made made = content.get();
      failing.set(false);
      return made;
    } catch (Throwable failure) {
      if (!failing.getAndSet(true)) {
        LOG.error("the page {} cannot be made: {}", path, failure.getClass().getName(), failure);
      }
      return null;
    }
  }
}
