/**
 * XDP as a front of other layers: a program at the receive queue of interfaces drops the packets of
 * banned sources before the kernel works on them (ADR 45). Every ban is in force behind it, too.
 *
 * <p>Depends on {@code ban}, {@code layer}, {@code dev.rosa.config}, {@code dev.rosa.kernel} and
 * {@code dev.rosa.network}. Start reading at {@link
 * dev.rosa.firewall.plane.layer.xdp.FrontedEnforcement}.
 */
package dev.rosa.firewall.plane.layer.xdp;
