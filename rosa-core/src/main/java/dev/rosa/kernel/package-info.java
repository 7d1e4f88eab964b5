/**
 * Linux system calls that Java has no words for: capabilities, an exec of oneself, pipes, packet
 * sockets. By JNA, for start-up and for what happens a few times a second; every failure is a
 * sentence that names the call and what Linux said.
 *
 * <p>Depends on nothing of ours. Start reading with {@code Privileges} and {@code SelfExec}.
 */
package dev.rosa.kernel;
