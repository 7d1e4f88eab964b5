package dev.rosa.proxy.ftp;

import java.net.InetAddress;

/**
 * A data connection that the two ends have agreed on: the one hole that they get.
 *
 * @param opener the end that opens it
 * @param listener the end that waits for it
 * @param port of the listener
 */
public record DataConnection(InetAddress opener, InetAddress listener, int port) {}
