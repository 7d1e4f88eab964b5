/**
 * Relay of HTTP connections whose answers may have to be scanned: requests are judged one by one,
 * answers come one at a time. What no rule wants to see goes from socket to socket in the kernel
 * (docs/adr/0051-scans-by-a-relay.md).
 *
 * <p>Depends on {@code http}, {@code relay}, {@code content}, {@code stream} and {@code
 * dev.rosa.kernel.socket}. Start reading at {@code HttpSession}.
 */
package dev.rosa.proxy.http.relay;
