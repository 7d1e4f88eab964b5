/**
 * The privileged process of a role: it keeps a plan of rules and links in force, and bypasses
 * silent workers. Router and assistant are those of SARA (docs/adr/0029-plans-of-keepers.md). The
 * role's own process runs without any capability.
 *
 * <p>A role implements {@code Plan} and {@code PlanInForce}, and has a main class that calls {@code
 * RoleKeeper}. Start reading at {@code Keeper}, then {@code RoleKeeper} for the keeper's process
 * and {@code RunningKeeper} for the role's side. Depends on {@code dev.rosa.network}, {@code
 * dev.rosa.kernel}, {@code dev.rosa.command} and {@code dev.rosa.config}.
 */
package dev.rosa.firewall.keeper;
