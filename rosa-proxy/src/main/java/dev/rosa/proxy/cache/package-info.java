/**
 * The cache of verdicts in the kernel: a program at the ingress of clients' links lets requests
 * pass that the daemon has let pass before. It reads a subset of HTTP that it wholly understands.
 *
 * <p>Depends on {@code dev.rosa.kernel.bpf}, on no other part of the proxy. Start reading at {@link
 * dev.rosa.proxy.cache.KernelCache} and {@code CacheProgram} (ADR 52).
 */
package dev.rosa.proxy.cache;
