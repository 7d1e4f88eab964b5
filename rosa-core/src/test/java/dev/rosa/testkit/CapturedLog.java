package dev.rosa.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Log lines of a class, or of everything below a package, while this is open. Thread-safe. */
public final class CapturedLog implements AutoCloseable {

  private final Logger logger;
  private final Level before;
  private final Lines lines = new Lines();

  private CapturedLog(Logger logger) {
    this.logger = logger;
    this.before = logger.getLevel();
    lines.start();
    logger.setLevel(Level.DEBUG);
    logger.addAppender(lines);
  }

  /** Captures what a class logs. */
  public static CapturedLog of(Class<?> source) {
    return of(source.getName());
  }

  /** Captures what the loggers below that name log. */
  public static CapturedLog of(String name) {
    return new CapturedLog((Logger) LoggerFactory.getLogger(name));
  }

  /** The lines so far, each as {@code LEVEL message}. */
  public List<String> lines() {
    return List.copyOf(lines.formatted);
  }

  /** The lines so far that contain {@code part}. */
  public List<String> linesWith(String part) {
    return lines.formatted.stream().filter(line -> line.contains(part)).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(lines);
    logger.setLevel(before);
  }

  private static final class Lines extends AppenderBase<ILoggingEvent> {

    private final List<String> formatted = new CopyOnWriteArrayList<>();

    @Override
    protected void append(ILoggingEvent event) {
      formatted.add(event.getLevel() + " " + event.getFormattedMessage());
    }
  }
}
