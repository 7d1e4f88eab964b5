/**
 * Network interfaces and routes of Linux: state, MTU, offloads, answers of the routing table.
 *
 * <p>Depends on {@code dev.rosa.kernel} and {@code dev.rosa.kernel.process}. Start reading at
 * {@link dev.rosa.kernel.link.LinkStates}.
 */
package dev.rosa.kernel.link;
