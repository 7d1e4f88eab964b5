/**
 * What active code compiles against: the packet it was asked to look at, the router that runs it,
 * and what it may keep between packets [ROSA §4.2.2].
 *
 * <p>Depends on nothing but the JDK. Start reading at {@link dev.rosa.api.ActiveApplication}.
 *
 * <p>A bundle is a jar whose manifest names its entry class in {@code Rosa-Entry-Class} and,
 * optionally, {@code Rosa-Failure-Policy} ({@code drop}, the default, or {@code forward}: what
 * becomes of a packet when the code fails on it).
 */
package dev.rosa.api;
