/**
 * Packet formats as bytes, a package for each: {@code active} for ROSA's own packets, {@code ip}
 * for what carries them. A further format, such as ESP, is a package beside them.
 *
 * <p>Depends on the JDK only.
 */
package dev.rosa.wire;
