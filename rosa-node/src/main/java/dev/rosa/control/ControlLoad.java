package dev.rosa.control;

import dev.rosa.serving.ConnectionLimits;
import dev.rosa.serving.ConnectionShares;
import dev.rosa.serving.PeerRefusals;
import dev.rosa.serving.ServerPages.Counts;
import io.netty.channel.Channel;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;

/**
 * The load of a control server: connections that its peers have, and its refusals. Thread-safe.
 *
 * @param shares the connections
 * @param refusals connections and calls
 */
public record ControlLoad(ConnectionShares<Channel> shares, PeerRefusals refusals) {

  static ControlLoad within(ConnectionLimits limits) {
    PeerRefusals refusals = new PeerRefusals();
    return new ControlLoad(
        new ConnectionShares<>(limits, refusals, new SecureRandom(), ConnectionGate::close),
        refusals);
  }

  /** The same for status pages. */
  public List<Counts> counts() {
    return List.of(
        new Counts(
            "connections",
            "Connections admitted, and those of them that have ended",
            () ->
                Map.of("admitted", shares.admitted(), "ended", shares.admitted() - shares.open())),
        new Counts(
            "peers.refused",
            "Connections and calls that no service has seen, by reason",
            refusals::all));
  }
}
