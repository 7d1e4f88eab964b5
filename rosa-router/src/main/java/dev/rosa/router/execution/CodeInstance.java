package dev.rosa.router.execution;

import dev.rosa.api.Packet;

/** Started instance of active code, made for one worker, which runs its packets. */
public interface CodeInstance {

  /**
   * Processes a packet, within the permissions of its grant. Everything that this throws is a fault
   * of the code.
   */
  void run(Packet packet);

  /** Place in the code that a fault came from, without any text that code can choose. */
  String place(Throwable fault);
}
