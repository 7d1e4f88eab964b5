/**
 * Runs of the bench: the rounds, what each round measures, and its progress.
 *
 * <p>Start reading at {@link dev.rosa.bench.path.run.PathBench}.
 */
package dev.rosa.bench.path.run;
