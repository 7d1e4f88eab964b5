/**
 * Report of the bench of the firewall: figures, findings, tables, pictures and files.
 *
 * <p>Start reading at {@link dev.rosa.bench.firewall.report.FirewallReport}.
 */
package dev.rosa.bench.firewall.report;
