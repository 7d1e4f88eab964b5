/**
 * The web service of {@code ./rosa demo firewall}: it checks orders and reports those that are
 * malicious to the firewall plane.
 *
 * <p>A process of its own, as a server beside a plane is. Uses Netty and {@code rosa-evidence}, and
 * no other package of the demo. Start reading at {@link
 * dev.rosa.client.demo.firewall.web.WebService}.
 */
package dev.rosa.client.demo.firewall.web;
