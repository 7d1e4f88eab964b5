/**
 * Tests of the way through the kernel's network, on real kernels. Every test has a network
 * namespace of its own, made by an ordinary user where that is allowed. Start reading at {@code
 * NetworkNamespace}.
 */
package dev.rosa.kernelpath;
