package dev.rosa.serving;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Netty handler that tells {@link ConnectionShares} when a connection's first bytes have come, and
 * then leaves the pipeline. Stands before every handler that decodes. Keeps no state.
 */
@Sharable
public final class FirstBytesWatch extends ChannelInboundHandlerAdapter {

  private final ConnectionShares<Channel> shares;

  /** For all connections of one server. */
  public FirstBytesWatch(ConnectionShares<Channel> shares) {
    this.shares = shares;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    shares.heard(context.channel());
    context.pipeline().remove(this);
    context.fireChannelRead(message);
  }
}
