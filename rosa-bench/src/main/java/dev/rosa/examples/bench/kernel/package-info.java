/**
 * Kernels of work that active code does on packets, for {@code ./rosa bench code}: each is an
 * application of its own, and the bench packs it as a bundle.
 *
 * <p>Depends on {@code dev.rosa.api} alone, as all active code does. Start reading at {@link
 * dev.rosa.examples.bench.kernel.PayloadKernel}.
 */
package dev.rosa.examples.bench.kernel;
