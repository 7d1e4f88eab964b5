package dev.rosa.control.bounds;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Netty handler that stops reading from a peer while answers wait that the peer does not read. The
 * peer begins no further calls, whose answers would wait, too. gRPC's keepalive ends a connection
 * that stays so. Keeps no state.
 */
@Sharable
public final class ReadsWhileWritable extends ChannelInboundHandlerAdapter {

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    context.channel().config().setAutoRead(context.channel().isWritable());
    context.fireChannelWritabilityChanged();
  }
}
