package dev.rosa.control;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Handler of one connection that begins when its channel's pace says so. Its event loop's. */
final class PacedConnection extends ChannelOutboundHandlerAdapter {

  private final ConnectionPace pace;
  private ScheduledFuture<?> waiting;
  private ChannelPromise connecting;

  PacedConnection(ConnectionPace pace) {
    this.pace = pace;
  }

  @Override
  public void connect(
      ChannelHandlerContext context,
      SocketAddress remote,
      SocketAddress local,
      ChannelPromise promise) {
    long nanos = pace.next();
    if (nanos == 0) {
      ChannelFuture unused = context.connect(remote, local, promise);
      return;
    }
    connecting = promise;
    waiting =
        context
            .executor()
            .schedule(
                () -> {
                  waiting = null;
                  ChannelFuture unused = context.connect(remote, local, promise);
                },
                nanos,
                TimeUnit.NANOSECONDS);
  }

  @Override
  public void close(ChannelHandlerContext context, ChannelPromise promise) {
    if (waiting != null) {
      boolean ignored = waiting.cancel(false);
      waiting = null;
      ignored = connecting.tryFailure(new ClosedChannelException());
    }
    ChannelFuture unused = context.close(promise);
  }
}
