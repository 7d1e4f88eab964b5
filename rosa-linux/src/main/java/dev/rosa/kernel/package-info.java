/**
 * Linux system calls that Java has no API for, by JNA: the binding of libc, its error numbers, and
 * memory outside of the heap. All are for start-up and for work a few times a second, except {@link
 * dev.rosa.kernel.socket.RingCalls}, which native code may implement. Every failure is a sentence:
 * the operation, its object, and Linux's error. Rules and sets of the kernel's firewall are plans
 * in {@code dev.rosa.firewall}.
 *
 * <p>Depends on no other package of ROSA. {@code process}, {@code link} and {@code socket} hold the
 * calls by subject. Start reading at {@link dev.rosa.kernel.LibC}.
 */
package dev.rosa.kernel;
