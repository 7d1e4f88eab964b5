/**
 * Passwords of users: their file, their hashes, and the comparison that bounds what a flood of
 * logins costs.
 *
 * <p>Depends on {@code dev.rosa.storage.file} and Bouncy Castle's Argon2. Start reading at {@link
 * dev.rosa.proxy.login.password.PasswordCheck}.
 */
package dev.rosa.proxy.login.password;
