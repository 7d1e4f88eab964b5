/**
 * IPv4, IPv6 and UDP as bytes: offsets, checksums, and the headers that packets of one flow share.
 *
 * <p>Depends on the JDK only. Start reading at {@link dev.rosa.wire.ip.Ip}.
 */
package dev.rosa.wire.ip;
