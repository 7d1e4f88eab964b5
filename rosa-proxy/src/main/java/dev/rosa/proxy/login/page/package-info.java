/**
 * The page to log in, over HTTPS, and the login by a certificate of the domain at the same port
 * (In-kernel filtering §IV.A).
 *
 * <p>Depends on {@code login}, {@code dev.rosa.serving}, {@code dev.rosa.control} and {@code
 * dev.rosa.identity}. Start reading at {@link dev.rosa.proxy.login.page.LoginServer}.
 */
package dev.rosa.proxy.login.page;
