/**
 * Network namespaces that the bench runs in: hosts, links, cores, rules and tunnel devices.
 *
 * <p>Knows no other package of the bench. Start reading at {@link
 * dev.rosa.bench.path.namespace.BenchNetwork}.
 */
package dev.rosa.bench.path.namespace;
