/**
 * Programs that the kernel runs on each packet (eBPF): an assembler, maps, programs and links, by
 * bpf(2). No compiler and no library of the machine is needed. Descriptors are closed on exec, as
 * the kernel makes them so; what they hold ends with the process.
 *
 * <p>Depends on {@code dev.rosa.kernel}. Start reading at {@link dev.rosa.kernel.bpf.BpfAssembler}
 * (ADR 45).
 */
package dev.rosa.kernel.bpf;
