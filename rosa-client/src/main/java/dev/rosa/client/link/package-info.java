/**
 * Links by which active packets leave a Source and reach a Destination: overlay links in UDP, or
 * the kernel's own routing (PROTOCOL §1).
 *
 * <p>Knows no other package of the client. Start reading at {@link dev.rosa.client.link.PacketLink}
 * and {@link dev.rosa.client.link.PacketInlet}.
 */
package dev.rosa.client.link;
