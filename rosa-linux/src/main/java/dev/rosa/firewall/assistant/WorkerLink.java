package dev.rosa.firewall.assistant;

import dev.rosa.firewall.keeper.BeatReceiver;
import dev.rosa.network.Kernel;
import dev.rosa.network.Link;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Connection of a keeper with workers on the same machine: the assistant link, the receiver of
 * their beats, and the way back. It knows an interface by its index. One thread at a time.
 */
public final class WorkerLink {

  private final LinkPair names;
  private final BeatReceiver receiver;
  private final AssistantLink pair;
  private final ReturnPath returnPath;
  private final ChecksumOffload checksums;

  /** Index of the interface that is set up and listened to; 0: none. */
  private int connected;

  /** True if packets can come back. */
  private boolean returns;

  /**
   * One that is not made yet.
   *
   * @param numberBits of a returned frame's number, which name the interface
   */
  public WorkerLink(Kernel kernel, LinkPair names, int numberBits, BeatReceiver receiver) {
    this.names = names;
    this.receiver = receiver;
    pair = new AssistantLink(kernel, names, "<assistant> other names");
    returnPath = new ReturnPath(kernel, names.link(), numberBits);
    checksums = new ChecksumOffload(kernel, names.link());
  }

  /** Lookup of links. */
  public interface Links {
    /** All there are, by name. */
    Map<String, Link> now() throws IOException;
  }

  /**
   * Removes what an earlier run left.
   *
   * @return whether there was anything
   * @throws IOException if a link of its name is another's, or workers that run use it
   */
  public boolean removeLeftovers(Map<String, Link> links) throws IOException {
    Link there = links.get(names.link());
    boolean isMarked = there != null && there.alias().equals(names.mark().onLink());
    if (isMarked && receiver.hearsBeatsOn(there.index())) {
      throw new IOException(
          "%s is running already: its assistant link %s is in use"
              .formatted(names.mark().owner(), there.name()));
    }
    return pair.removeLeftovers(links);
  }

  /** True if nothing is to be done about it. */
  public boolean isWhole(Map<String, Link> links) {
    Link link = links.get(names.link());
    return link != null && link.index() == connected && pair.isWhole(links);
  }

  /** True if there are links by which packets go and come back. */
  public boolean exists() {
    return connected != 0 && returns;
  }

  /**
   * Makes or mends it.
   *
   * @param sources where packets come in
   * @return whether links were made
   * @throws IOException if it cannot be: then there is no connection
   */
  public boolean make(Links seen, List<Source> sources) throws IOException {
    connected = 0;
    Map<String, Link> links = seen.now();
    boolean makes = !pair.isWhole(links);
    if (makes) {
      boolean unused = pair.removeLeftovers(links);
      pair.make(links, sources);
      links = seen.now();
    }
    int index = links.get(names.link()).index();
    checksums.disable(index);
    receiver.listenOn(index);
    connected = index;
    return makes;
  }

  /**
   * Lets it carry all that the sources carry, and return it to them.
   *
   * @return whether the way back had been changed by something else, and was repaired
   * @throws IOException if it cannot be: then there is no connection
   */
  public boolean fit(Map<String, Link> links, List<Source> sources) throws IOException {
    returns = false;
    if (!pair.isWhole(links)) {
      return false;
    }
    pair.fitMtu(links, sources);
    boolean mended = returnPath.fit(links.get(names.link()).index(), sources);
    returns = true;
    return mended;
  }

  /** Takes it away. */
  public void end(Map<String, Link> links) throws IOException {
    pair.remove(links);
  }
}
