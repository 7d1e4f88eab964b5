/**
 * Hostile active codes of the demo. Each passes the admission check, and is stopped by its budgets
 * at the router (PROTOCOL §5 step 12).
 *
 * <p>Depends on {@code dev.rosa.api} and {@code dev.rosa.bundle}. Start reading at {@link
 * dev.rosa.client.demo.hostile.HostileCode}.
 */
package dev.rosa.client.demo.hostile;
