/**
 * Active application that only counts: the smallest example.
 *
 * <p>Depends on {@code dev.rosa.api} only. Start reading at {@link
 * dev.rosa.examples.counter.PacketCounter}.
 */
package dev.rosa.examples.counter;
