/**
 * Processes of Linux: capabilities, exec of the process itself, children, owners, tracing.
 *
 * <p>Depends on {@code dev.rosa.kernel}. Start reading at {@link
 * dev.rosa.kernel.process.Privileges} and {@link dev.rosa.kernel.process.SelfExec}.
 */
package dev.rosa.kernel.process;
