/**
 * Judgement of FTP's control connection: commands, replies, and the data connections that they
 * announce (RFC 959, RFC 2428, RFC 2577).
 *
 * <p>Depends on {@code stream} and {@code url}. The control connection is relayed line by line, so
 * lines are strings here. Start reading at {@link dev.rosa.proxy.ftp.FtpControl}.
 */
package dev.rosa.proxy.ftp;
