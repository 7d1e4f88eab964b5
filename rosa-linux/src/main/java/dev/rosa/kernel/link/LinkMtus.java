package dev.rosa.kernel.link;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The smallest MTU of all links of this network namespace that are up. A thread of its own asks the
 * kernel once a second; it needs no privilege. Thread-safe.
 */
public final class LinkMtus implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LinkMtus.class);
  private static final Path LINKS = Path.of("/proc/thread-self/net/dev");
  private static final int TITLE_LINES = 2;
  private static final int UP = 1;
  private static final long PERIOD_MILLIS = 1_000;

  /** Look at the links. */
  interface Look extends Closeable {

    /** Smallest MTU in bytes of the links that are up, or {@link Integer#MAX_VALUE}. */
    int smallestBytes() throws IOException;
  }

  private final Look look;
  private final long periodMillis;
  private final Thread watch;
  private volatile int smallestBytes;

  private LinkMtus(Look look, long periodMillis) throws IOException {
    this.look = look;
    this.periodMillis = periodMillis;
    this.smallestBytes = look.smallestBytes();
    this.watch = new Thread(this::watch, "link-mtus");
    watch.setDaemon(true);
  }

  /**
   * Begins to watch.
   *
   * @throws IOException in one line if this system does not provide them
   */
  public static LinkMtus watching() throws IOException {
    return watching(new KernelLook(LinkStates.open()), PERIOD_MILLIS);
  }

  /** As above, by other means; {@code look} is closed at the end. */
  static LinkMtus watching(Look look, long periodMillis) throws IOException {
    try {
      LinkMtus mtus = new LinkMtus(look, periodMillis);
      mtus.watch.start();
      return mtus;
    } catch (IOException e) {
      look.close();
      throw e;
    }
  }

  /**
   * In bytes, a second old at most while the kernel can be asked; {@link Integer#MAX_VALUE} if no
   * link is up.
   */
  public int smallestBytes() {
    return smallestBytes;
  }

  private void watch() {
    try (look) {
      boolean failed = false;
      while (true) {
        Thread.sleep(periodMillis);
        failed = lookAgain(failed);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.warn("cannot close what MTUs of links were read with: {}", e.getMessage());
    }
  }

  /** True if it failed: the next look may succeed, and the log has one line of several failures. */
  private boolean lookAgain(boolean hasFailed) {
    try {
      smallestBytes = look.smallestBytes();
      return false;
    } catch (IOException e) {
      if (!hasFailed) {
        LOG.warn("cannot read MTUs of links, the last known one counts: {}", e.getMessage());
      }
      return true;
    }
  }

  /** Look by the kernel's list of links. */
  private record KernelLook(LinkStates states) implements Look {
    @Override
    public int smallestBytes() throws IOException {
      int smallest = Integer.MAX_VALUE;
      for (String name : names(Files.readAllLines(LINKS, StandardCharsets.ISO_8859_1))) {
        LinkStates.State state = states.of(name);
        if ((state.flags() & UP) != 0 && state.mtuBytes() > 0) {
          smallest = Math.min(smallest, state.mtuBytes());
        }
      }
      return smallest;
    }

    @Override
    public void close() throws IOException {
      states.close();
    }
  }

  /** Interface names: the text before the colon, in all lines but the first two. */
  static List<String> names(List<String> lines) {
    return lines.stream()
        .skip(TITLE_LINES)
        .map(line -> line.substring(0, Math.max(0, line.lastIndexOf(':'))).strip())
        .filter(name -> !name.isEmpty())
        .toList();
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
