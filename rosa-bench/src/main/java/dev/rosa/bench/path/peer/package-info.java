/**
 * Programs that forward packets in the bench: the router, the kernel, an echo in C, and tunnels of
 * other projects.
 *
 * <p>Depends on {@code dev.rosa.bench.namespace}. Start reading at {@link
 * dev.rosa.bench.path.peer.Forwarder}.
 */
package dev.rosa.bench.path.peer;
