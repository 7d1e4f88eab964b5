/**
 * Users that are logged in, by the address of their machine: a login opens all protocols for a time
 * (In-kernel filtering §IV.A).
 *
 * <p>Start reading at {@link dev.rosa.proxy.login.LoggedIn}.
 */
package dev.rosa.proxy.login;
