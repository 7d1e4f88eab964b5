/**
 * Client of the Internet Content Adaptation Protocol (RFC 3507): answers of servers are shown to a
 * service, which lets them pass or gives others in their place. What it says is read as strictly as
 * HTTP is.
 *
 * <p>Depends on {@code http} and {@code stream}. Start reading at {@link
 * dev.rosa.proxy.icap.IcapClient}.
 */
package dev.rosa.proxy.icap;
