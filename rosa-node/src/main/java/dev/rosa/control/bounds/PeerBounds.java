package dev.rosa.control.bounds;

import dev.rosa.serving.ConnectionShares;
import dev.rosa.serving.PeerRefusal;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import java.util.function.UnaryOperator;

/**
 * Bounds for the TLS and HTTP/2 work and memory that one peer's connection takes. They are for
 * messages without data, which {@link BoundedTlsEngine} counts, for bytes that wait for the end of
 * a handshake, and {@link PeerFrames}. For one connection, whose thread alone uses it.
 */
public final class PeerBounds {

  /** A handshake has 4 KB, and HTTP/2 lets a client begin with 64. */
  private static final int MOST_BYTES_BEFORE = 256 * 1024;

  private final ConnectionShares<Channel> shares;
  private final SslHandler tls;
  private int bytesBefore;

  /** Null until the handshake is done. */
  private String proven;

  public PeerBounds(ConnectionShares<Channel> shares, SslHandler tls) {
    this.shares = shares;
    this.tls = tls;
  }

  /** Begins to count; the pipeline has its TLS. */
  public void watch(ChannelPipeline pipeline) {
    pipeline.addFirst(new Received());
    String name = pipeline.context(tls).name();
    pipeline.addAfter(name, null, new Failures());
    Channel connection = pipeline.channel();
    pipeline.addAfter(
        name, null, new PeerFrames(reason -> expel(reason, connection), UnaryOperator.identity()));
  }

  /** Notes the identity that the handshake has proven, and judges the handshake. */
  public void prove(String identity) {
    proven = identity;
    if (BoundedTlsEngine.hasExceeded(tls.engine().getSession())) {
      shares.expelIdentity(PeerRefusal.TLS_BOUNDS, identity);
    }
  }

  /** TLS has closed the connection by then if it threw, and its share is free again. */
  private void expel(PeerRefusal reason, Channel connection) {
    if (proven == null) {
      shares.expel(reason, connection);
    } else {
      shares.expelIdentity(reason, proven);
    }
  }

  /** Handler of bytes as they are received, before TLS. */
  private final class Received extends ChannelInboundHandlerAdapter {

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      int bytes = ((ByteBuf) message).readableBytes();
      context.fireChannelRead(message);
      if (tls.handshakeFuture().isDone()) {
        context.pipeline().remove(this);
        return;
      }
      bytesBefore += bytes;
      if (bytesBefore > MOST_BYTES_BEFORE) {
        expel(PeerRefusal.TLS_BOUNDS, context.channel());
      }
    }
  }

  /** Handler of failures of TLS, such as too many messages. */
  private final class Failures extends ChannelInboundHandlerAdapter {

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      if (cause instanceof DecoderException
          && cause.getCause() instanceof BoundedTlsEngine.TooManyMessages) {
        expel(PeerRefusal.TLS_BOUNDS, context.channel());
        return;
      }
      context.fireExceptionCaught(cause);
    }
  }
}
