/**
 * Source and Destination as a library (ROSA §3; PROTOCOL §1, §3, §6). Sessions come from the
 * Authorization Server. Payloads go into active packets and out of them again.
 *
 * <p>Depends on {@code dev.rosa.client.link}, {@code rosa-core}, {@code rosa-linux} and {@code
 * rosa-node} only, not on the command line. Start reading at {@link
 * dev.rosa.client.endpoint.Source} and {@link dev.rosa.client.endpoint.Destination}.
 */
package dev.rosa.client.endpoint;
