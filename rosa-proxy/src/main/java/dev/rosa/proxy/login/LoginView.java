package dev.rosa.proxy.login;

import java.net.InetAddress;

/**
 * A login as it is shown.
 *
 * @param user name
 * @param client address
 * @param sinceMillis when it began, since 1970
 * @param leftSeconds until it ends by its time
 * @param idleSeconds since a packet of the client was seen
 */
public record LoginView(
    String user, InetAddress client, long sinceMillis, long leftSeconds, long idleSeconds) {}
