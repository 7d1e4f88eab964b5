/**
 * What was measured, round by round, and what follows from it: medians, ratios, verdicts.
 *
 * <p>Depends on {@code dev.rosa.wire} for the suites' names. Start reading at {@link
 * dev.rosa.bench.shootout.result.Results}.
 */
package dev.rosa.bench.shootout.result;
