/**
 * Synthetic packets on the whole packet path before the first real one, so that the JVM has
 * compiled it.
 *
 * <p>Depends on every package of the packet path. Start reading at {@link
 * dev.rosa.router.prewarm.WarmStart}.
 */
package dev.rosa.router.prewarm;
