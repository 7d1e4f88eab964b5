/**
 * Metered twins of JDK members: static methods that take the place of calls in the code of a
 * bundle, and classes that take the place of the JDK's. Each pays fuel and memory by sizes that it
 * knows, before it works (PROTOCOL §4). Which member has which twin is in {@code
 * allowed-members.txt}.
 *
 * <p>Charges depend on sizes and contents only, never on the JDK, the compiler or the run. No twin
 * catches a throwable of code, and none keeps state outside of its objects.
 *
 * <p>Depends on {@code dev.rosa.metering} and {@code dev.rosa.api}. Start reading at {@link
 * dev.rosa.metering.twin.Toll}, then {@link dev.rosa.metering.twin.Things}.
 */
package dev.rosa.metering.twin;
