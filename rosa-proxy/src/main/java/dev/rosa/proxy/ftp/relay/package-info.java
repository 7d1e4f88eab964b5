/**
 * Relay of FTP's control connections: a client's connection ends here, another one goes on to the
 * server from the client's address, and each line between them is judged (In-kernel filtering
 * §IV.D.1). Data connections pass through the kernel, each by a hole of its own.
 *
 * <p>Depends on {@code ftp}, {@code relay}, {@code stream} and {@code dev.rosa.kernel.socket}.
 * Start reading at {@link dev.rosa.proxy.ftp.relay.FtpRelay}.
 */
package dev.rosa.proxy.ftp.relay;
