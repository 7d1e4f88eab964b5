/**
 * Report of the bench of the proxy: figures, findings, tables, pictures and files.
 *
 * <p>Start reading at {@link dev.rosa.bench.proxy.report.ProxyReport}.
 */
package dev.rosa.bench.proxy.report;
