/**
 * {@code rosa demo}: a whole domain on one machine, audio through two routers, then attacks with
 * their outcomes (ROSA §3, §4; PROTOCOL §5).
 *
 * <p>Starts the roles as processes of their own and watches them from outside: their logs, their
 * status pages, the datagrams that come out. Depends only on the shared modules, on this module's
 * library and its reader of status pages, never on the roles' classes. Start reading at {@link
 * dev.rosa.client.demo.Demo}.
 */
package dev.rosa.client.demo;
