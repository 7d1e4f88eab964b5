package dev.rosa.serving;

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

  private final String contentType;
  private final Supplier<String> text;
  private final AtomicBoolean failing = new AtomicBoolean();

  private StatusPage(String contentType, Supplier<String> text) {
    this.contentType = contentType;
    this.text = text;
  }

  /** A page of JSON. */
  public static StatusPage json(Supplier<String> text) {
    return new StatusPage("application/json", text);
  }

  /** A page in Prometheus' text format. */
  public static StatusPage metrics(Supplier<String> text) {
    return new StatusPage("text/plain; version=0.0.4; charset=utf-8", text);
  }

  String contentType() {
    return contentType;
  }

  /** The page; null if it cannot be made. */
  String make(String path) {
    try {
      String made = text.get();
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
