/**
 * Hostile active applications of the demo. They pass the admission check, and are stopped by their
 * budgets at the router (PROTOCOL §5 step 12).
 *
 * <p>Depends on {@code dev.rosa.api} alone, as every active code. Start reading at {@link
 * dev.rosa.examples.hostile.EndlessLoop}.
 */
package dev.rosa.examples.hostile;
