/**
 * Users that are logged in, by the address of their machine: a login opens all protocols for a time
 * (In-kernel filtering §IV.A).
 *
 * <p>Depends on {@code login.password}, {@code rules}, {@code dev.rosa.serving} and {@code
 * dev.rosa.identity}. Start reading at {@link dev.rosa.proxy.login.LoggedIn}.
 */
package dev.rosa.proxy.login;
