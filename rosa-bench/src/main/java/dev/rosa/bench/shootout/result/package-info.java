/**
 * Measurements of the shootout, round by round, and the medians, ratios and verdicts that follow.
 *
 * <p>Depends on {@code dev.rosa.wire} for the suites' names. Start reading at {@link
 * dev.rosa.bench.shootout.result.Results}.
 */
package dev.rosa.bench.shootout.result;
