package dev.rosa.bench.firewall.way;

import dev.rosa.bench.firewall.ground.AttackedHost;
import dev.rosa.bench.firewall.ground.Sources;
import dev.rosa.bench.namespace.AbsentException;
import java.io.IOException;
import java.util.Optional;

/**
 * A way of dropping packets, which can be put into force for a while.
 *
 * @param name for tables
 * @param dropped sources of packets that it drops; empty: it drops none
 * @param accepts whether it lets packets of others pass
 * @param costly whether putting it into force takes seconds
 * @param setup that puts it into force
 */
public record Way(
    String name, Optional<Sources> dropped, boolean accepts, boolean costly, Setup setup) {

  /** The end of a way that is in force. */
  @FunctionalInterface
  public interface InForce extends AutoCloseable {
    @Override
    void close() throws IOException;
  }

  /** Putting a way into force. */
  @FunctionalInterface
  public interface Setup {
    /**
     * Puts it into force.
     *
     * @throws AbsentException if this machine cannot
     */
    InForce begin(AttackedHost host) throws IOException, InterruptedException, AbsentException;
  }

  /** One that drops some packets and lets others pass. */
  public static Way of(String name, Sources dropped, Setup setup) {
    return new Way(name, Optional.of(dropped), true, false, setup);
  }

  /** One that takes seconds to put into force. */
  public static Way costly(String name, Sources dropped, Setup setup) {
    return new Way(name, Optional.of(dropped), true, true, setup);
  }

  /** One that drops every packet. */
  public static Way blind(String name, Setup setup) {
    return new Way(name, Optional.of(Sources.bad(1)), false, false, setup);
  }

  /** One that drops no packet. */
  public static Way open(String name, Setup setup) {
    return new Way(name, Optional.empty(), true, false, setup);
  }
}
