package dev.rosa.router.execution;

import dev.rosa.api.Packet;
import dev.rosa.bundle.BundleException;

/** Started instance of active code, made for one worker, which runs its packets. */
public interface CodeInstance {

  /**
   * Processes a packet, within the permissions of its grant and within a budget. Everything that
   * this throws is a fault of the code.
   *
   * @param fuelThousands that the grant gives, in thousands of units (PROTOCOL §4); 0: the code's
   *     own budget. The smaller of both counts.
   * @return the budget that was used up, so that the code was stopped; null: it came to its end
   * @throws BundleException if the code should have been started anew before, and did not start
   */
  Shortage run(Packet packet, int fuelThousands) throws BundleException;

  /**
   * Units of fuel that a packet has.
   *
   * @param fuelThousands as {@link #run} takes them
   */
  default int fuelOf(int fuelThousands) {
    return 0;
  }

  /** Units of fuel that a start of the code takes. */
  default int fuelOfStart() {
    return 0;
  }

  /** Units of fuel that the last packet had and did not use. */
  default int fuelLeft() {
    return 0;
  }

  /** Units of fuel by which the last packet has left less than a fresh instance takes for it. */
  default long fuelOwed() {
    return 0;
  }

  /** Units of fuel that the last packet took. */
  int fuelUsed();

  /**
   * Starts a fresh instance now if the next packet wants one: it takes the time of the user whose
   * packet made it due. What the others tell of the last packet stays. A start that fails is told
   * by the next run.
   *
   * @return units of fuel that the start took; 0: there was none
   */
  default int renew() {
    return 0;
  }

  /** Place in the code that a fault came from, without any text that code can choose. */
  String place(Throwable fault);
}
