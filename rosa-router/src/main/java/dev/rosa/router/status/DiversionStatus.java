package dev.rosa.router.status;

import dev.rosa.firewall.divert.Diversion;

/**
 * State of the diversion, which leads active packets from the kernel's network to the router.
 * Immutable.
 *
 * @param state what happens to active packets now
 * @param remade times that link or rules were made again after another program had changed them
 * @param bypasses how often active packets began to bypass the router
 * @param ringDrops packets that found no room in a ring
 * @param undiverted packets in a ring that no diversion had sent
 */
public record DiversionStatus(
    Diversion.State state, long remade, long bypasses, long ringDrops, long undiverted) {}
