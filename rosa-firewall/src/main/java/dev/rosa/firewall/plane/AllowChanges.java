package dev.rosa.firewall.plane;

import dev.rosa.config.ConfigException;
import dev.rosa.firewall.plane.allow.AllowedSources;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.record.PlaneRecord;
import dev.rosa.storage.StorageException;
import java.io.IOException;
import java.util.List;

/**
 * Changes of the allowed sources while the plane runs: in force at once, and recorded. Thread-safe.
 *
 * @param allowed the sources
 * @param record of them for the next start
 * @param plane lifts the bans of those that are added
 */
record AllowChanges(AllowedSources allowed, PlaneRecord record, Plane plane) {

  /**
   * Allows a source, and lifts bans with an address of it.
   *
   * @return the bans
   * @throws IOException in one line if there are too many, or it is not recorded
   */
  List<Ban> add(Source source) throws Exception {
    if (!allowed.add(source)) {
      throw new IOException(
          AllowedSources.MOST_ADDED + " sources are allowed by command, expected no more");
    }
    List<Ban> lifted = plane.liftAllowed().get();
    try {
      record.setAllowed(source, true);
    } catch (StorageException e) {
      throw new IOException(
          source
              + " is allowed until the plane ends, and that is not recorded: "
              + ConfigException.oneLine(e),
          e);
    }
    return lifted;
  }

  /**
   * Takes it back.
   *
   * @throws IOException in one line if it was not added, or the record cannot be changed
   */
  void remove(Source source) throws IOException {
    if (!allowed.isAdded(source)) {
      throw new IOException(source + " is not allowed by command: see 'allow list'");
    }
    try {
      record.setAllowed(source, false);
    } catch (StorageException e) {
      throw new IOException(
          source + " stays allowed, as the record cannot be changed: " + ConfigException.oneLine(e),
          e);
    }
    boolean unused = allowed.remove(source);
  }
}
