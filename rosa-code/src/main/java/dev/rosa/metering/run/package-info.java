/**
 * Runs of metered bundles, without a router: definition of the classes, their initialisation, and
 * instances that take packets within a budget (PROTOCOL §5 step 12).
 *
 * <p>May depend on {@code dev.rosa.api}, {@code dev.rosa.bundle} and {@code dev.rosa.metering}.
 * Start reading at {@link dev.rosa.metering.run.MeteredClasses}.
 */
package dev.rosa.metering.run;
