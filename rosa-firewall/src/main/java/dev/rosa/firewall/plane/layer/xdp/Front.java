package dev.rosa.firewall.plane.layer.xdp;

import dev.rosa.firewall.plane.ban.Ban;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Fast layer in front of another one that has all bans, too: where it fails, packets pass to that.
 * So no method fails; {@link #at} says what is missing. One thread at a time.
 */
interface Front extends AutoCloseable {

  /**
   * Where the front is at an interface.
   *
   * @param present true if it is there
   * @param why why it is not there, or not at its best place; empty: it is at its best place
   */
  record Place(boolean present, String why) {}

  /** Puts bans in force soon, or changes their end. */
  void enforce(Collection<Ban> bans);

  /** Lifts bans; afterwards the front drops no packet of their sources. */
  void lift(List<Ban> bans);

  /**
   * Takes ended bans out, and goes where it is missing; bounded work. To be called several times a
   * second.
   *
   * @return true if something was restored that another program took away
   */
  boolean mend();

  /** Where it is at an interface; empty: it knows no interface of that name. */
  Optional<Place> at(String interfaceName);

  /** What it dropped. */
  FrontCounts counts();

  /** Ends it: it drops nothing anymore. */
  @Override
  void close();
}
