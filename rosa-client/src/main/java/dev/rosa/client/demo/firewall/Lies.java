package dev.rosa.client.demo.firewall;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.client.demo.firewall.EdgeHost.Role;

/**
 * Evidence with a proof that its reporter may not claim. Immutable.
 *
 * @param told pieces of evidence that the reporter sent
 * @param refused of these, refused by the plane
 */
record Lies(long told, long refused) {

  /** The lies about each honest host, and what the plane's status says of them. */
  static Lies of(int aboutEach, JsonNode status) {
    return new Lies(
        (long) aboutEach * EdgeHost.of(Role.HONEST).size(),
        status.path("intake").path("claim-refused").asLong());
  }
}
