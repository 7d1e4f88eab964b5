package dev.rosa.keeper;

import java.io.IOException;

/** Receiver of the workers' beats: the seam between a plan and a packet socket. One thread. */
public interface BeatReceiver {

  /** From now on, beats on this interface are heard. */
  void listenOn(int interfaceIndex) throws IOException;

  /** True if beats arrive on this interface; listens for long enough to tell. */
  boolean hearsBeatsOn(int interfaceIndex) throws IOException;
}
