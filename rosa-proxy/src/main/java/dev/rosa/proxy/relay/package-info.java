/**
 * Relay of connections by sockets that have other machines' addresses: a client's connection ends
 * here, another one goes on to the server from the client's address. What is said between them is
 * the protocol's.
 *
 * <p>Depends on {@code dev.rosa.serving}, {@code dev.rosa.config} and {@code
 * dev.rosa.kernel.socket}. Start reading at {@link dev.rosa.proxy.relay.Relay}.
 */
package dev.rosa.proxy.relay;
