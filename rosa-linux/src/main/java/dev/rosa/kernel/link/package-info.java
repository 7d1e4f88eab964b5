/**
 * Network interfaces, routes and nft tables of Linux: state, MTU, offloads, answers of the routing
 * table, names of tables.
 *
 * <p>Depends on {@code dev.rosa.kernel} and {@code dev.rosa.kernel.process}. Start reading at
 * {@link dev.rosa.kernel.link.LinkStates}.
 */
package dev.rosa.kernel.link;
