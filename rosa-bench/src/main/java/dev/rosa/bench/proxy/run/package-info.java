/**
 * Rounds of the bench of the proxy, and what each of them measures.
 *
 * <p>Depends on {@code ground}, {@code request}, {@code way} and {@code result}. Start reading at
 * {@link dev.rosa.bench.proxy.run.ProxyBench}.
 */
package dev.rosa.bench.proxy.run;
