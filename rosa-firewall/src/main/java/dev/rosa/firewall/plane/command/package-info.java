/**
 * Operators' commands: their Unix socket at the plane, and its client. One request and its answer
 * are lines of JSON.
 *
 * <p>Depends on {@code ban}. Start reading at {@link
 * dev.rosa.firewall.plane.command.OperatorSocket}.
 */
package dev.rosa.firewall.plane.command;
