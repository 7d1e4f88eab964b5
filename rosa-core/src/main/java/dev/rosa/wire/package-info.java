/**
 * ROSA's own active packets as bytes: header flyweight, IP and UDP views, structure checks
 * (PROTOCOL §1, §3, §4). Another packet format, such as ESP, belongs to the module that uses it.
 *
 * <p>Depends on the JDK only. Start reading at {@link dev.rosa.wire.ActivePacket}.
 */
package dev.rosa.wire;
