package dev.rosa.firewall.plane.layer;

import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/**
 * Bans in force at the layers that this machine has. The policy decides which bans there are; an
 * enforcement makes the kernel do what they say. One thread at a time.
 */
public interface Enforcement extends AutoCloseable {

  /** The bans that should be in force now: what is restored after another program took it away. */
  interface WantedBans {
    /** A snapshot; bans that have ended are left out. */
    Collection<Ban> inForce();

    /** True if a source is never banned: a MAC address that is does not follow from a ban. */
    boolean isNeverBanned(Source source);

    /** Wants these bans, of a policy that lets any source be banned: for a layer by itself. */
    static WantedBans withoutExceptions(Collection<Ban> bans) {
      return new WantedBans() {
        @Override
        public Collection<Ban> inForce() {
          return bans;
        }

        @Override
        public boolean isNeverBanned(Source source) {
          return false;
        }
      };
    }
  }

  /**
   * Takes leftovers of its own over, and puts all wanted bans in force.
   *
   * @throws IOException in one line if something is missing here, or held by another
   */
  void begin(WantedBans wanted) throws IOException;

  /**
   * Puts bans in force, or changes their end; returns when the kernel drops the sources' packets.
   *
   * @throws IOException in one line if some are not in force; {@link #mend} tries again
   */
  void enforce(List<Ban> bans) throws IOException;

  /**
   * Lifts bans. A ban of the same source with the other action stays; one that is not in force is
   * no mistake.
   */
  void lift(List<Ban> bans) throws IOException;

  /**
   * Restores what other programs changed; cheap if nothing did. To be called several times a
   * second.
   *
   * @return true if something was restored
   */
  boolean mend() throws IOException;

  /** Layers in use, and what they dropped. */
  LayerReport report() throws IOException;

  /** Ends it: bans are lifted, or stay in force until their end, as the configuration says. */
  @Override
  void close() throws IOException;
}
