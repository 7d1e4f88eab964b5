package dev.rosa.router.status;

import dev.rosa.firewall.divert.Diversion;
import java.util.Map;

/**
 * State of the diversion, which leads active packets from the kernel's network to the router.
 * Immutable.
 *
 * @param state what happens to active packets now
 * @param remade times that link or rules were made again after another program had changed them
 * @param bypasses how often active packets began to bypass the router
 * @param ringDrops packets that found no room in a ring
 * @param undiverted packets in a ring that no diversion had sent
 * @param dropped packets that the rules have dropped since they were made last, by the counter's
 *     name; of the last second
 */
public record DiversionStatus(
    Diversion.State state,
    long remade,
    long bypasses,
    long ringDrops,
    long undiverted,
    Map<String, Long> dropped) {}
