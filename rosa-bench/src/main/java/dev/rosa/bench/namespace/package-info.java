/**
 * Network namespaces that benches run in: the process inside them, hosts, links, cores, rules,
 * tunnel devices, and the system's programs.
 *
 * <p>Knows {@code domain} only, whose addresses the hosts have. Start reading at {@link
 * dev.rosa.bench.namespace.BenchNetwork}.
 */
package dev.rosa.bench.namespace;
