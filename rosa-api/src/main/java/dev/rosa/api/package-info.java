/**
 * API that active code compiles against: the packet, the router that runs the code, and the state
 * kept between packets [ROSA §4.2.2].
 *
 * <p>Depends on nothing but the JDK. Start reading at {@link dev.rosa.api.ActiveApplication}.
 *
 * <p>A bundle is a jar whose manifest names its entry class in {@code Rosa-Entry-Class}. Optionally
 * it has {@code Rosa-Failure-Policy}, the fate of a packet on which the code fails: {@code drop},
 * the default, or {@code forward}.
 */
package dev.rosa.api;
