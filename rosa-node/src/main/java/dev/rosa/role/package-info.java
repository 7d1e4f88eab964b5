/**
 * Skeleton of a role that serves: its parts, its status pages, its watches, its end in order. A
 * role {@code X} has four classes: {@code XCommand}, its command line, on {@link
 * dev.rosa.command.RoleCommand}; {@code XConfig}, its XML; {@code XSetup}, the configuration and
 * all that it names, checked; {@code RunningX}, on {@link dev.rosa.role.RunningRole}.
 *
 * <p>Depends on {@link dev.rosa.config}, {@link dev.rosa.identity} and {@link dev.rosa.serving}.
 * Start reading at {@link dev.rosa.role.RunningRole}.
 */
package dev.rosa.role;
