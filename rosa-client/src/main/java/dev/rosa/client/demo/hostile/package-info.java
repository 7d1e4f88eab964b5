/**
 * Bundles of the demo's hostile codes.
 *
 * <p>Depends on {@code dev.rosa.bundle} and {@code dev.rosa.examples.hostile}. Start reading at
 * {@link dev.rosa.client.demo.hostile.HostileCode}.
 */
package dev.rosa.client.demo.hostile;
