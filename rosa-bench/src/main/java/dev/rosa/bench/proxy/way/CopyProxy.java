package dev.rosa.bench.proxy.way;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;

/**
 * Main class of a proxy by Netty that copies: it reads each request, and sends it on; answers it
 * does not read. One event loop. {@code CopyProxy PORT SERVER}.
 */
final class CopyProxy {

  private static final int BACKLOG = 4096;

  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final InetSocketAddress server;

  private CopyProxy(InetSocketAddress server) {
    this.server = server;
  }

  public static void main(String[] arguments) throws InterruptedException {
    CopyProxy proxy = new CopyProxy(new InetSocketAddress(arguments[1], 80));
    proxy.listen(Integer.parseInt(arguments[0])).closeFuture().sync();
  }

  private Channel listen(int port) throws InterruptedException {
    return new ServerBootstrap()
        .group(loop)
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .childOption(ChannelOption.AUTO_READ, false)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel client) {
                client.pipeline().addLast(new HttpRequestDecoder(), new ClientEnd());
              }
            })
        .bind(port)
        .sync()
        .channel();
  }

  /** The end of a client. */
  private final class ClientEnd extends ChannelInboundHandlerAdapter {
    private Channel up;

    @Override
    public void channelActive(ChannelHandlerContext context) {
      Channel client = context.channel();
      new Bootstrap()
          .group(loop)
          .channel(NioSocketChannel.class)
          .option(ChannelOption.TCP_NODELAY, true)
          .handler(
              new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(Channel channel) {
                  channel.pipeline().addLast(new HttpRequestEncoder(), new ServerEnd(client));
                }
              })
          .connect(server)
          .addListener((ChannelFuture connected) -> connected(client, connected));
    }

    private void connected(Channel client, ChannelFuture connected) {
      if (connected.isSuccess()) {
        up = connected.channel();
        client.config().setAutoRead(true);
      } else {
        ChannelFuture unused = client.close();
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object part) {
      if (part instanceof HttpRequest request && request.uri().startsWith("/denied")) {
        ReferenceCountUtil.release(part);
        ChannelFuture unused = context.close();
      } else {
        ChannelFuture unused = up.write(part);
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      if (up != null) {
        up.flush();
      }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      if (up != null) {
        up.config().setAutoRead(context.channel().isWritable());
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      if (up != null) {
        ChannelFuture unused = up.close();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      ChannelFuture unused = context.close();
    }
  }

  /** The end of the server: what comes from it goes to the client as it is. */
  private static final class ServerEnd extends ChannelInboundHandlerAdapter {
    private final Channel client;

    ServerEnd(Channel client) {
      this.client = client;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
      ChannelFuture unused = client.write(bytes);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      client.flush();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      client.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      ChannelFuture unused = client.close();
    }
  }
}
