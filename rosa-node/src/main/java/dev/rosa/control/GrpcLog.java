package dev.rosa.control;

import dev.rosa.serving.PeerText;
import java.time.InstantSource;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.slf4j.LoggerFactory;

/**
 * Bridge of gRPC's lines in {@code java.util.logging} to the log of the process: one line per event
 * without a stack trace, a bounded number a minute.
 */
final class GrpcLog extends Handler {

  /** Held here because the JDK itself holds loggers only weakly. */
  private static final Logger GRPC = Logger.getLogger("io.grpc");

  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger("io.grpc");
  private static final CallerLog LINES = new CallerLog(InstantSource.system());
  private static final SimpleFormatter FORMATTER = new SimpleFormatter();

  /** In gRPC's line about an error in a channel's own work, such as a lack of memory or threads. */
  private static final String PANIC = "] Uncaught exception in the SynchronizationContext. Panic!";

  private static final String CHANNEL = "io.grpc.internal.ManagedChannelImpl";

  /** Of a line, which may have words of a peer. */
  private static final int MOST_CHARS = 500;

  static {
    GRPC.setUseParentHandlers(false);
    GRPC.setLevel(Level.WARNING);
    GRPC.addHandler(new GrpcLog());
  }

  private GrpcLog() {}

  /** Makes sure that the bridge stands; it is built once, when this class is first used. */
  static void bridge() {}

  @Override
  public void publish(LogRecord record) {
    try {
      log(record);
    } finally {
      // Also if there is no memory for the line.
      if (isPanic(record)) {
        endNode();
      }
    }
  }

  private static void log(LogRecord record) {
    Throwable thrown = record.getThrown();
    String message = FORMATTER.formatMessage(record);
    String line = thrown == null ? message : message + ": " + thrown.getMessage();
    LINES.warn(LOG, LOG.getName(), PeerText.line(line.lines().findFirst().orElse(""), MOST_CHARS));
  }

  /** Other lines may have words of a peer. */
  private static boolean isPanic(LogRecord record) {
    String message = record.getMessage();
    return CHANNEL.equals(record.getLoggerName()) && message != null && message.endsWith(PANIC);
  }

  /** A channel in panic fails every call from then on: the node has to start again. */
  private static void endNode() {
    Thread thread = Thread.currentThread();
    thread
        .getUncaughtExceptionHandler()
        .uncaughtException(thread, new InternalError("a channel of gRPC is in panic"));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
