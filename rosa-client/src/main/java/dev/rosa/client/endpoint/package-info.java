/**
 * Source and Destination as a library: sessions from the Authorization Server, payloads into active
 * packets and out of them again, over overlay links or by the kernel (ROSA §3; PROTOCOL §1, §3,
 * §6).
 *
 * <p>Depends on {@code rosa-core} only; knows nothing of the command line. Start reading at {@link
 * dev.rosa.client.endpoint.Source} and {@link dev.rosa.client.endpoint.Destination}.
 */
package dev.rosa.client.endpoint;
