package dev.rosa.firewall.keeper;

import java.io.IOException;

/**
 * Receiver of the heartbeats by which a role's workers show a keeper process that they are alive.
 * It selects the keeper's interface, and tells if workers already use a link. One thread.
 */
public interface BeatReceiver {

  /** From now on, beats on this interface are heard. */
  void listenOn(int interfaceIndex) throws IOException;

  /** True if beats arrive on this interface; listens for long enough to tell. */
  boolean hearsBeatsOn(int interfaceIndex) throws IOException;
}
