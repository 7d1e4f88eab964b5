/**
 * Client of the login page, for machines without a browser.
 *
 * <p>Depends on {@code dev.rosa.identity}. Start reading at {@link
 * dev.rosa.proxy.login.client.LoginClient}.
 */
package dev.rosa.proxy.login.client;
