/**
 * Subcommands of {@code rosa}: each reads its options, does one thing with the library and prints
 * the outcome, for people or with {@code --json} for programs.
 *
 * <p>Depends on {@code dev.rosa.client.endpoint}, {@code dev.rosa.client.status}, {@code
 * dev.rosa.client.demo}, {@code dev.rosa.vectors}, picocli and the shared modules. Start reading at
 * {@link dev.rosa.client.command.CommandFrame}, which gives all of them their exit codes and
 * one-line errors.
 */
package dev.rosa.client.command;
