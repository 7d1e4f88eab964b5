/**
 * Results of the bench: readings by row and round.
 *
 * <p>Start reading at {@link dev.rosa.bench.path.result.PathResults}.
 */
package dev.rosa.bench.path.result;
