/**
 * Rules that the kernel applies to packets for a role, and the privileged process that keeps them
 * in force. {@code keeper} is that process and knows no plan. Each plan of rules is a package
 * beside it, in the module of its role: {@code divert} hands active packets to a router; a set of
 * banned sources is a plan of its own.
 */
package dev.rosa.firewall;
