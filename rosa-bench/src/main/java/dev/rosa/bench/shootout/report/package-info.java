/**
 * Writer of the shootout's results: JSON, CSV, an HTML page with pictures, and the few lines for a
 * terminal. Every sentence is computed from the measurements.
 *
 * <p>Depends on {@code dev.rosa.bench.shootout.result} and {@code dev.rosa.bench.display}. Start
 * reading at {@link dev.rosa.bench.shootout.report.ReportFiles}.
 */
package dev.rosa.bench.shootout.report;
