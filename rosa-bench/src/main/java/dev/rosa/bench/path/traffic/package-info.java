/**
 * Frames of the bench and their sender: plain, sealed and flooded, and the readings taken from
 * them.
 *
 * <p>Depends on {@code dev.rosa.bench.namespace} and {@code peer}. Start reading at {@link
 * dev.rosa.bench.path.traffic.Traffic}.
 */
package dev.rosa.bench.path.traffic;
