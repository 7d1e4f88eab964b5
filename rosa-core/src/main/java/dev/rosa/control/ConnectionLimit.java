package dev.rosa.control;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Closes connections beyond a number, before TLS costs anything. Stands first in the pipeline of
 * the listening socket, where each message is a connection just accepted.
 */
final class ConnectionLimit extends ChannelInboundHandlerAdapter {

  private final int max;
  private final AtomicInteger open = new AtomicInteger();

  ConnectionLimit(int max) {
    this.max = max;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    Channel connection = (Channel) message;
    if (open.incrementAndGet() > max) {
      open.decrementAndGet();
      connection.unsafe().closeForcibly();
      return;
    }
    connection.closeFuture().addListener(closed -> open.decrementAndGet());
    context.fireChannelRead(message);
  }
}
