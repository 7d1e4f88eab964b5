package dev.rosa.kernel.link;

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

  private final LinkStates states;
  private final Thread watch;
  private volatile int smallestBytes;

  private LinkMtus(LinkStates states) throws IOException {
    this.states = states;
    this.smallestBytes = look();
    this.watch = new Thread(this::watch, "link-mtus");
    watch.setDaemon(true);
  }

  /**
   * Begins to watch.
   *
   * @throws IOException in one line if this system does not provide them
   */
  public static LinkMtus watching() throws IOException {
    LinkStates states = LinkStates.open();
    try {
      LinkMtus mtus = new LinkMtus(states);
      mtus.watch.start();
      return mtus;
    } catch (IOException e) {
      states.close();
      throw e;
    }
  }

  /** In bytes, a second old at most; {@link Integer#MAX_VALUE} if no link is up. */
  public int smallestBytes() {
    return smallestBytes;
  }

  private void watch() {
    try (states) {
      while (true) {
        Thread.sleep(PERIOD_MILLIS);
        smallestBytes = look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.warn("MTUs of links are not watched any longer: {}", e.getMessage());
    }
  }

  private int look() throws IOException {
    int smallest = Integer.MAX_VALUE;
    for (String name : names(Files.readAllLines(LINKS, StandardCharsets.ISO_8859_1))) {
      LinkStates.State state = states.of(name);
      if ((state.flags() & UP) != 0 && state.mtuBytes() > 0) {
        smallest = Math.min(smallest, state.mtuBytes());
      }
    }
    return smallest;
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
