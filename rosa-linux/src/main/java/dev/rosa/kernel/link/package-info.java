/**
 * Network interfaces, routes and neighbours of Linux: state, MTU, offloads, answers of the routing
 * table, neighbour table.
 *
 * <p>Depends on {@code dev.rosa.kernel}, {@code dev.rosa.kernel.netlink} and {@code
 * dev.rosa.kernel.process}. Start reading at {@link dev.rosa.kernel.link.LinkStates}.
 */
package dev.rosa.kernel.link;
