package dev.rosa.serving;

import dev.rosa.config.HostPort;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP server for small requests, one a connection, with or without TLS. A connection has some
 * seconds for its request, at any pace, and then some for the answer; where too many are open, one
 * gives way as {@link ConnectionShares} chooses. Owns one thread; {@link #close} ends it.
 */
public final class SmallHttpServer implements AutoCloseable, WatchedPart {

  private static final Logger LOG = LoggerFactory.getLogger(SmallHttpServer.class);
  private static final int MAX_LINE_BYTES = 1_024;
  private static final int MAX_HEADER_BYTES = 8_192;
  private static final int STOP_SECONDS = 2;

  private final Limits limits;
  private final Optional<SslContext> tls;
  private final HttpAnswers answers;

  /** Identities are not counted here: connections stay unfinished, and give way to newer ones. */
  private final ConnectionShares<Channel> shares;

  private final FirstBytesWatch firstBytes;
  private final EventLoopGroup thread;
  private Channel listening;
  private volatile boolean closing;

  /**
   * Limits of a server.
   *
   * @param what is served, as in "cannot serve the status on …"
   * @param connections in all
   * @param ofSource connections of one {@link SourceNetwork}
   * @param bodyBytes most bytes of a request's body
   * @param requestSeconds time for a request, with the handshake of TLS
   * @param answerSeconds time for the answer
   */
  public record Limits(
      String what,
      int connections,
      int ofSource,
      int bodyBytes,
      int requestSeconds,
      int answerSeconds) {}

  private SmallHttpServer(Limits limits, Optional<SslContext> tls, HttpAnswers answers) {
    this.limits = limits;
    this.tls = tls;
    this.answers = answers;
    shares =
        new ConnectionShares<>(
            ConnectionLimits.DEFAULT.withConnections(
                limits.connections(), limits.ofSource(), limits.connections()),
            new PeerRefusals(),
            new SecureRandom(),
            SmallHttpServer::end);
    firstBytes = new FirstBytesWatch(shares);
    thread =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory(limits.what(), true), NioIoHandler.newFactory());
  }

  /**
   * Starts to serve.
   *
   * @param listen port 0 takes a free one
   * @throws PortInUseException in one line if another socket has the port
   * @throws IOException in one line if the address cannot be had for another reason
   */
  public static SmallHttpServer start(
      HostPort listen, Limits limits, Optional<SslContext> tls, HttpAnswers answers)
      throws IOException {
    String failed = "cannot serve the " + limits.what() + " on " + listen + ": ";
    InetSocketAddress address = listen.toSocketAddress();
    if (address.isUnresolved()) {
      throw new IOException(failed + "unknown host");
    }
    SmallHttpServer server = new SmallHttpServer(limits, tls, answers);
    try {
      server.listening = server.bootstrap().bind(address).syncUninterruptibly().channel();
      return server;
    } catch (Exception e) {
      // Netty throws the checked BindException without declaring it.
      server.close();
      if (e instanceof BindException && e.getMessage().contains("in use")) {
        throw new PortInUseException(failed + "the port is in use", e);
      }
      throw new IOException(failed + e.getMessage(), e);
    }
  }

  private ServerBootstrap bootstrap() {
    return new ServerBootstrap()
        .group(thread)
        .channel(NioServerSocketChannel.class)
        .childHandler(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel channel) {
                accept(channel);
              }
            });
  }

  private void accept(SocketChannel channel) {
    if (!shares.admit(channel, SourceNetwork.of(channel.remoteAddress()))) {
      end(channel);
      return;
    }
    channel.closeFuture().addListener(closed -> shares.ended(channel));
    channel.pipeline().addLast(firstBytes);
    tls.ifPresent(context -> channel.pipeline().addLast(context.newHandler(channel.alloc())));
    channel
        .pipeline()
        .addLast(new HttpServerCodec(MAX_LINE_BYTES, MAX_HEADER_BYTES, MAX_HEADER_BYTES))
        .addLast(new HttpObjectAggregator(limits.bodyBytes()))
        .addLast(new Answering(deadline(channel, limits.requestSeconds())));
  }

  private static void end(Channel connection) {
    ChannelFuture unused = connection.close();
  }

  /** Ends a connection in a while, unless it is cancelled. */
  private static Future<?> deadline(Channel connection, int seconds) {
    Future<?> deadline =
        connection.eventLoop().schedule(() -> end(connection), seconds, TimeUnit.SECONDS);
    connection.closeFuture().addListener(closed -> deadline.cancel(false));
    return deadline;
  }

  /** The address that it serves on, with the port it got. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  @Override
  public boolean hasFailed() {
    return !closing && WatchedPart.anyEnded(thread);
  }

  /** Ends every connection. A thread that has died, as by a replaced jar, keeps no role running. */
  @Override
  public void close() {
    closing = true;
    boolean unused =
        listening == null || listening.close().awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
    unused =
        thread
            .shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS)
            .awaitUninterruptibly(2 * STOP_SECONDS, TimeUnit.SECONDS);
  }

  /** Has one connection's request answered. */
  private final class Answering extends SimpleChannelInboundHandler<FullHttpRequest> {

    private final Future<?> requestDeadline;
    private boolean asked;

    Answering(Future<?> requestDeadline) {
      this.requestDeadline = requestDeadline;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
      if (asked) {
        // Sent behind the first request, without waiting for its answer.
        return;
      }
      asked = true;
      context.channel().config().setAutoRead(false);
      requestDeadline.cancel(false);
      Future<?> unusedDeadline = deadline(context.channel(), limits.answerSeconds());
      boolean isHead = request.method().equals(HttpMethod.HEAD);
      answers.answer(request, peer(context), response -> send(context, response, isHead));
    }

    private HttpAnswers.Peer peer(ChannelHandlerContext context) {
      InetSocketAddress remote = (InetSocketAddress) context.channel().remoteAddress();
      Optional<SslHandler> handler = Optional.ofNullable(context.pipeline().get(SslHandler.class));
      return new HttpAnswers.Peer(
          remote.getAddress(), handler.map(each -> each.engine().getSession()));
    }

    private void send(ChannelHandlerContext context, FullHttpResponse response, boolean isHead) {
      response
          .headers()
          .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes())
          .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
          .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
          .set("x-content-type-options", "nosniff");
      if (isHead) {
        response.content().clear();
      }
      ChannelFuture unused =
          context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      LOG.debug("{} connection ended: {}", limits.what(), cause.getClass().getName());
      ChannelFuture unused = context.close();
    }
  }
}
