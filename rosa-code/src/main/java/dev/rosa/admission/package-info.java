/**
 * Admission of code bundles: every check that author, Code Server and router make before code runs
 * (ROSA §2, §4.1).
 *
 * <p>May depend on {@code dev.rosa.bundle} and {@code dev.rosa.metering}. Start reading at {@link
 * dev.rosa.admission.Admission}.
 */
package dev.rosa.admission;
