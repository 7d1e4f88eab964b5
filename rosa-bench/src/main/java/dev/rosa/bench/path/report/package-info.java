/**
 * Report of the bench: figures, findings, tables, picture and files.
 *
 * <p>Start reading at {@link dev.rosa.bench.path.report.PathReport}.
 */
package dev.rosa.bench.path.report;
