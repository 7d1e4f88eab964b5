package dev.rosa.proxy.policy;

import dev.rosa.proxy.rules.criterion.Question;
import java.net.InetAddress;

/**
 * The client of a connection.
 *
 * @param address of it
 * @param server address that it is connected to
 * @param user index of the user; {@link Question#NO_USER} if it is not logged in
 */
public record ClientEnd(InetAddress address, InetAddress server, int user) {}
