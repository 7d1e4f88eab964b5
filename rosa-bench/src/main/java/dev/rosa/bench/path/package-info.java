/**
 * Bench of the packet path: a router between two hosts in network namespaces. It is compared with
 * plain forwarding, a bare echo in C, and user-space peers, all in one run.
 *
 * <p>Depends on the core, the client's library (for sessions) and the jars of all roles, which it
 * starts as processes. Start reading at {@link dev.rosa.bench.path.run.PathBench}.
 */
package dev.rosa.bench.path;
