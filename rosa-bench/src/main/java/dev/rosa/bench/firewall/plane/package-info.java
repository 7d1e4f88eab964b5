/**
 * The firewall plane as the bench starts it: the role's jar as a process, and its layers alone.
 *
 * <p>Depends on {@code dev.rosa.firewall}, {@code ground}, {@code way} and {@code
 * dev.rosa.bench.namespace}. Start reading at {@link dev.rosa.bench.firewall.plane.BenchPlane}.
 */
package dev.rosa.bench.firewall.plane;
