/**
 * Packet rings on a virtual link of their own: each scenario of {@link dev.rosa.rings.RingLab} runs
 * in a JVM inside a network namespace that only it knows.
 */
package dev.rosa.rings;
