package dev.rosa.client.demo.firewall.web;

import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.EvidenceSink;
import dev.rosa.evidence.Proof;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.ReadTimeoutHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * Web service that takes orders by HTTP, and readings by UDP. An order that its schema refuses is
 * evidence with the proof of a handshake; a reading that is none is evidence without proof. A
 * banned source is refused when it connects. Owns one thread; {@link #close} ends it.
 */
public final class WebService implements AutoCloseable {

  private static final int MOST_BODY_BYTES = 16_384;
  private static final int READ_SECONDS = 30;

  private final EvidenceSink sink;
  private final EventLoopGroup loop;
  private Channel server;

  private WebService(EvidenceSink sink) {
    this.sink = sink;
    this.loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  }

  /**
   * Starts the service.
   *
   * @param listen address and port, of TCP and of UDP
   * @param plane the firewall plane's socket; it may come later, or not at all
   * @throws IOException if the port is taken
   */
  public static WebService start(InetSocketAddress listen, Path plane) throws IOException {
    WebService service = new WebService(EvidenceSink.open(plane));
    try {
      service.bind(listen);
      return service;
    } catch (IOException e) {
      service.close();
      throw e;
    }
  }

  private void bind(InetSocketAddress listen) throws IOException {
    OrderCheck check = new OrderCheck();
    ServerBootstrap web =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    addHandlers(channel, check);
                  }
                });
    Bootstrap readings =
        new Bootstrap().group(loop).channel(NioDatagramChannel.class).handler(new Readings());
    server = await(web.bind(listen), listen);
    Channel unused = await(readings.bind(address()), listen);
  }

  private static Channel await(ChannelFuture bound, InetSocketAddress listen) throws IOException {
    if (!bound.awaitUninterruptibly().isSuccess()) {
      throw new IOException("cannot listen on " + listen + ": " + bound.cause().getMessage());
    }
    return bound.channel();
  }

  /** Address and port, of TCP and of UDP. */
  public InetSocketAddress address() {
    return (InetSocketAddress) server.localAddress();
  }

  private void addHandlers(SocketChannel channel, OrderCheck check) {
    channel
        .pipeline()
        .addLast(
            new Refusal(),
            new ReadTimeoutHandler(READ_SECONDS),
            new HttpServerCodec(),
            new HttpObjectAggregator(MOST_BODY_BYTES),
            new OrderHandler(check, this::report));
  }

  private void report(Channel channel, String mistake) {
    InetSocketAddress from = (InetSocketAddress) channel.remoteAddress();
    int port = ((InetSocketAddress) channel.localAddress()).getPort();
    sink.report(new Evidence(from.getAddress(), "", port, "MALFORMED", Proof.HANDSHAKE, mistake));
  }

  /** The application's own layer: a banned source gets no answer. */
  private final class Refusal extends ChannelInboundHandlerAdapter {
    @Override
    public void channelActive(ChannelHandlerContext context) throws Exception {
      InetSocketAddress from = (InetSocketAddress) context.channel().remoteAddress();
      if (sink.isBanned(from.getAddress())) {
        var unused = context.close();
      } else {
        super.channelActive(context);
      }
    }
  }

  /** Readings of sensors: a datagram proves nothing about its sender. */
  private final class Readings extends SimpleChannelInboundHandler<DatagramPacket> {
    private static final byte READING = 'T';

    @Override
    protected void channelRead0(ChannelHandlerContext context, DatagramPacket datagram) {
      boolean isReading =
          datagram.content().isReadable() && datagram.content().getByte(0) == READING;
      if (!isReading) {
        sink.report(
            new Evidence(
                datagram.sender().getAddress(),
                "",
                datagram.recipient().getPort(),
                "NO_READING",
                Proof.NONE,
                "a datagram of %d bytes".formatted(datagram.content().readableBytes())));
      }
    }
  }

  @Override
  public void close() {
    var unused = loop.shutdownGracefully().awaitUninterruptibly();
    sink.close();
  }
}
