package dev.rosa.bench.shootout.work;

import java.security.GeneralSecurityException;
import org.openjdk.jmh.infra.Blackhole;

/** Measured work of the shootout: one call on the next of {@link #PACKETS} packets in turn. */
interface PacketWork {

  /**
   * Packets in the ring that every way of handing over goes round, so that all find the same amount
   * of memory in the caches.
   */
  int PACKETS = 64;

  /** Does the work once. */
  void run(Blackhole hole) throws GeneralSecurityException;
}
