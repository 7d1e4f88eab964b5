package dev.rosa.control;

import dev.rosa.control.bounds.PeerBounds;
import dev.rosa.control.bounds.ReadsWhileWritable;
import dev.rosa.identity.PeerCertificates;
import dev.rosa.serving.ConnectionShares;
import dev.rosa.serving.FirstBytesWatch;
import dev.rosa.serving.MinuteRates;
import dev.rosa.serving.PeerRefusal;
import dev.rosa.serving.SourceNetwork;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.security.cert.X509Certificate;
import java.time.Instant;

/**
 * Admission of connections by their {@link ConnectionShares}: by source before TLS, by identity
 * after the handshake. Stands first in the pipeline of the listening socket, where each message is
 * a connection just accepted. It puts its watches first into the pipeline of each connection that
 * it admits.
 */
final class ConnectionGate extends ChannelInboundHandlerAdapter {

  /** Connections of one source a minute, for each that it may have at once. */
  private static final int RATE = 1;

  /** Connections of one site, for each of one source. */
  private static final int SITE_PER_SOURCE = 2;

  private final ConnectionShares<Channel> shares;
  private final MinuteRates<SourceNetwork> begun = new MinuteRates<>();
  private final int perMinute;
  private final HandshakeQueue waiting;
  private final HandshakeWatch handshakes = new HandshakeWatch();
  private final FirstBytesWatch firstBytes;
  private final ReadsWhileWritable writable = new ReadsWhileWritable();

  /**
   * A gate.
   *
   * @param waiting handshakes that wait for a thread
   */
  ConnectionGate(ConnectionShares<Channel> shares, HandshakeQueue waiting) {
    this.shares = shares;
    this.waiting = waiting;
    this.perMinute = RATE * shares.limits().perSource();
    this.firstBytes = new FirstBytesWatch(shares);
  }

  /**
   * Closes at once, without the farewell of TLS that a silent peer would hold up, and without work
   * on what has arrived.
   */
  static void close(Channel connection) {
    SslHandler tls = connection.pipeline().get(SslHandler.class);
    if (tls != null) {
      tls.engine().closeOutbound();
    }
    ChannelHandlerContext first = connection.pipeline().context(HandshakeWatch.class);
    ChannelFuture unused = first == null ? connection.close() : first.close();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    Channel connection = (Channel) message;
    if (!admits(connection, SourceNetwork.of(connection.remoteAddress()))) {
      connection.unsafe().closeForcibly();
      return;
    }
    connection.closeFuture().addListener(closed -> shares.closed(connection));
    connection.pipeline().addFirst(handshakes, firstBytes, writable);
    context.fireChannelRead(message);
  }

  /**
   * A handshake costs the server more than its peer. Where handshakes wait, a source that begins
   * too many is refused; connections alone cost little, and are not a reason.
   */
  private boolean admits(Channel connection, SourceNetwork source) {
    if (!isWithinRates(source, Instant.now()) && waiting.isBusy()) {
      shares.refuse(PeerRefusal.SOURCE_RATE, source);
      return false;
    }
    return shares.admit(connection, source);
  }

  private boolean isWithinRates(SourceNetwork source, Instant now) {
    SourceNetwork site = source.site();
    return begun.take(source, perMinute, now).isPresent()
        && (site.equals(source) || begun.take(site, SITE_PER_SOURCE * perMinute, now).isPresent());
  }

  /**
   * Counts a connection for its identity when its handshake has finished, and tells what is read
   * for which connection. Keeps no state.
   */
  @Sharable
  private final class HandshakeWatch extends ChannelInboundHandlerAdapter {

    @Override
    public void channelActive(ChannelHandlerContext context) {
      // gRPC puts TLS into the pipeline when the connection is active.
      context.fireChannelActive();
      SslHandler tls = context.pipeline().get(SslHandler.class);
      if (tls == null) {
        ChannelFuture unused = context.close();
        return;
      }
      PeerBounds bounds = new PeerBounds(shares, tls);
      bounds.watch(context.pipeline());
      tls.handshakeFuture()
          .addListener(handshake -> finish(context.channel(), tls, bounds, handshake));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      waiting.whileReading(context.channel(), () -> context.fireChannelRead(message));
    }

    private void finish(Channel connection, SslHandler tls, PeerBounds bounds, Future<?> handshake)
        throws Exception {
      if (!handshake.isSuccess()) {
        return;
      }
      X509Certificate certificate =
          (X509Certificate) tls.engine().getSession().getPeerCertificates()[0];
      String identity = PeerCertificates.idOf(certificate).toString();
      bounds.prove(identity);
      if (!shares.finish(connection, identity)) {
        close(connection);
      }
    }
  }
}
