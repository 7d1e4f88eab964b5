/**
 * Command line that all programs share: help, exit codes, messages, and a role's signals.
 *
 * <p>Depends on picocli and {@code dev.rosa.config}. Start reading at {@link
 * dev.rosa.command.Commands}, then {@link dev.rosa.command.RoleCommand}.
 */
package dev.rosa.command;
