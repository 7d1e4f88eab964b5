/**
 * ROSA's own active packets as bytes: header flyweight, writer, structure checks (PROTOCOL §1, §3,
 * §4).
 *
 * <p>Depends on {@code dev.rosa.wire.ip}. Start reading at {@link
 * dev.rosa.wire.active.ActivePacket}.
 */
package dev.rosa.wire.active;
