/**
 * Applications that the packet-path bench publishes in a domain of its own. Each class is packed as
 * a bundle of its own by {@code dev.rosa.bundle.BuiltInBundle}.
 *
 * <p>Depends on {@code dev.rosa.api} alone, as all active code does. Start reading at {@link
 * dev.rosa.examples.bench.Passing}.
 */
package dev.rosa.examples.bench;
