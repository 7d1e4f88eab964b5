/**
 * Attacks of the demo on packets and on the control plane, each with the outcome that the protocol
 * expects [PROTOCOL §5].
 *
 * <p>Depends on the demo's {@code node}, {@code call} and {@code progress}. Start reading at {@link
 * dev.rosa.client.demo.attack.PacketAttack}.
 */
package dev.rosa.client.demo.attack;
