package dev.rosa.serving;

import dev.rosa.config.ConfigPlace;
import dev.rosa.config.Durations;
import dev.rosa.config.HostPort;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Check of the addresses in a configuration: own ones should be this machine's, names of others
 * should resolve. Opens no socket. Owned by one thread.
 */
public final class AddressCheck {

  private static final Duration LIMIT = Duration.ofSeconds(2);

  /** Use of an address: this machine's own, a peer's, or a peer's without which nothing works. */
  private enum Use {
    OWN,
    PEER,
    REQUIRED
  }

  /** An address to check, with its place in the configuration. */
  private record Entry(ConfigPlace place, HostPort address, Use use) {}

  private final NameLookup.Resolver resolver;
  private final Duration limit;
  private final List<Entry> entries = new ArrayList<>();

  /** A look with this machine's resolver, for at most 2 s in all. */
  public AddressCheck() {
    this(InetAddress::getByName, LIMIT);
  }

  AddressCheck(NameLookup.Resolver resolver, Duration limit) {
    this.resolver = resolver;
    this.limit = limit;
  }

  /** Adds an address to serve on: a warning if it is not this machine's. Null is left out. */
  public void own(ConfigPlace place, HostPort address) {
    add(place, address, Use.OWN);
  }

  /** Adds an address to connect to: a warning if its name does not resolve. Null is left out. */
  public void peer(ConfigPlace place, HostPort address) {
    add(place, address, Use.PEER);
  }

  /** Adds an address without which no start is possible: an error if its name does not resolve. */
  public void required(ConfigPlace place, HostPort address) {
    add(place, address, Use.REQUIRED);
  }

  private void add(ConfigPlace place, HostPort address, Use use) {
    if (address != null) {
      entries.add(new Entry(place, address, use));
    }
  }

  /** Looks all of them up and reports at their places. */
  public void report() {
    List<String> hosts = entries.stream().map(entry -> entry.address().host()).toList();
    NameLookup names = NameLookup.of(hosts, resolver, limit);
    for (Entry entry : entries) {
      report(entry, names.find(entry.address().host()));
    }
  }

  private void report(Entry entry, Optional<InetAddress> found) {
    if (found.isEmpty()) {
      String sentence =
          "is %s, a name that does not resolve within %s, expected one that does, or an address"
              .formatted(entry.address(), Durations.format(limit));
      if (entry.use() == Use.REQUIRED) {
        entry.place().error(sentence);
      } else {
        entry.place().warn(sentence);
      }
    } else if (entry.use() == Use.OWN && !isOwn(found.get())) {
      entry
          .place()
          .warn(
              "is %s, which is not an address of this machine, expected one that is"
                  .formatted(entry.address()));
    }
  }

  /** Tells whether a socket here could have that address. */
  public static boolean isOwn(InetAddress address) {
    try {
      return address.isAnyLocalAddress()
          || address.isLoopbackAddress()
          || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      // Without an answer there is nothing to warn of.
      return true;
    }
  }
}
