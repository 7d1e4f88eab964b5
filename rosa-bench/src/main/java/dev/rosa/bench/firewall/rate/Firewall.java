package dev.rosa.bench.firewall.rate;

import dev.rosa.bench.namespace.AbsentException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A firewall that blocks a source after evidence against it; it runs between {@link #open} and
 * {@link #close}.
 */
public interface Firewall extends AutoCloseable {

  /** Its name in tables. */
  String name();

  /**
   * Starts it.
   *
   * @throws AbsentException if this machine does not have what it takes
   */
  void open() throws IOException, InterruptedException, AbsentException;

  /** Path that evidence goes to: a Unix socket, or a log file. */
  Path reports();

  /** True if that is a socket. */
  boolean isSocket();

  /** The text of evidence against a source, one line. */
  String evidence(String source);

  /**
   * Sources that it is tried with in a round: few if each takes it seconds.
   *
   * @param many for one that takes milliseconds
   */
  int sources(int many);

  /** Most seconds until it blocks a source. */
  double patienceSeconds();

  @Override
  void close() throws IOException;
}
