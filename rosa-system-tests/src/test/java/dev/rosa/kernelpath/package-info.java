/**
 * The way through the kernel's network, on real kernels: every test has a network namespace of its
 * own, made by an ordinary user where that is allowed. Start reading with {@code NetworkNamespace}.
 */
package dev.rosa.kernelpath;
