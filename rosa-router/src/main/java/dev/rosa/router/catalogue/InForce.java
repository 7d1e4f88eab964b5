package dev.rosa.router.catalogue;

import dev.rosa.domainstate.DomainState;

/**
 * Pair in force at a router: the catalogue that it obeys, and the domain's signed state that the
 * catalogue agrees with. Immutable.
 *
 * @param version of the catalogue at its Code Server; 0: none came yet
 * @param state null if none came yet and none was kept
 */
public record InForce(Catalogue catalogue, long version, DomainState state) {

  /** Nothing came and nothing was kept. */
  static final InForce NOTHING = new InForce(Catalogue.EMPTY, 0, null);

  /** True if a catalogue has come since the router started. */
  boolean hasCatalogue() {
    return catalogue != Catalogue.EMPTY;
  }
}
