/**
 * Applications that a router prewarms with before it is ready, on synthetic packets only (ROSA
 * §6.1). They are packed as bundles by {@code dev.rosa.bundle.BuiltInBundle}, and checked and
 * loaded as any bundle is. They are several so that the place where a router calls code has seen
 * more than one kind before the first real code comes. Never offered to the network.
 *
 * <p>Depends on {@code dev.rosa.api} alone, as all active code does. Start reading at {@link
 * dev.rosa.examples.prewarm.Rewriting}.
 */
package dev.rosa.examples.prewarm;
