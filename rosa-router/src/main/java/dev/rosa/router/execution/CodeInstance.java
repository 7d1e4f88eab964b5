package dev.rosa.router.execution;

import dev.rosa.api.Packet;

/** One worker's started instance of a code, as its lane made it. */
public interface CodeInstance {

  /**
   * Processes a packet, within the permissions of its grant. Everything that this throws is a fault
   * of the code.
   */
  void run(Packet packet);

  /** Place in the code that a fault came from, without any text that code can choose. */
  String place(Throwable fault);
}
