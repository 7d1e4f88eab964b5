package dev.rosa.serving;

import dev.rosa.config.HostPort;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
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
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP server for a few status pages: small GET and HEAD requests only, one a connection, for a
 * Host that this server has. A connection has two seconds for its request, at any pace, and then
 * ten to take the answer; where too many are open, one gives way as {@link ConnectionShares}
 * chooses. Owns one thread; {@link #close} ends it.
 */
public final class StatusServer implements AutoCloseable, WatchedPart {

  private static final Logger LOG = LoggerFactory.getLogger(StatusServer.class);
  private static final int MAX_LINE_BYTES = 1_024;
  private static final int MAX_HEADER_BYTES = 8_192;
  private static final int MAX_BODY_BYTES = 1_024;
  private static final int MAX_CONNECTIONS = 64;
  private static final int MAX_CONNECTIONS_OF_SOURCE = 32;
  private static final int REQUEST_SECONDS = 2;
  private static final int ANSWER_SECONDS = 10;
  private static final int STOP_SECONDS = 2;

  private final Map<String, StatusPage> pages;
  private final HostCheck hosts;
  private final PeerRefusals refusals = new PeerRefusals();

  /** There is no handshake: connections stay unfinished, and give way to newer ones. */
  private final ConnectionShares<Channel> shares =
      new ConnectionShares<>(
          ConnectionLimits.DEFAULT.withConnections(
              MAX_CONNECTIONS, MAX_CONNECTIONS_OF_SOURCE, MAX_CONNECTIONS),
          refusals,
          new SecureRandom(),
          StatusServer::end);

  private final FirstBytesWatch firstBytes = new FirstBytesWatch(shares);

  private final EventLoopGroup thread =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("status", true), NioIoHandler.newFactory());
  private Channel listening;
  private volatile boolean closing;

  private StatusServer(Map<String, StatusPage> pages, HostCheck hosts) {
    this.pages = Map.copyOf(pages);
    this.hosts = hosts;
  }

  /**
   * Starts to serve.
   *
   * @param listen port 0 takes a free one
   * @param names names of this host that requests may be for, beside addresses, localhost and the
   *     host of {@code listen}
   * @param pages by path
   * @throws IOException in one line if the address cannot be had, e.g. because the port is in use
   */
  public static StatusServer start(
      HostPort listen, Set<String> names, Map<String, StatusPage> pages) throws IOException {
    InetSocketAddress address = listen.toSocketAddress();
    if (address.isUnresolved()) {
      throw new IOException("cannot serve the status on " + listen + ": unknown host");
    }
    StatusServer server = new StatusServer(pages, new HostCheck(listen, names));
    try {
      server.listening = server.bootstrap().bind(address).syncUninterruptibly().channel();
      return server;
    } catch (Exception e) {
      // Netty throws the checked BindException without declaring it.
      server.close();
      boolean inUse = e instanceof BindException && e.getMessage().contains("in use");
      String reason = inUse ? "the port is in use" : e.getMessage();
      throw new IOException("cannot serve the status on " + listen + ": " + reason, e);
    }
  }

  /** Names of a configuration, separated by spaces; none if there is no text. */
  public static Set<String> names(String words) {
    return words == null ? Set.of() : Set.copyOf(List.of(words.strip().split("\\s+", -1)));
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
    channel
        .pipeline()
        .addLast(firstBytes)
        .addLast(new HttpServerCodec(MAX_LINE_BYTES, MAX_HEADER_BYTES, MAX_HEADER_BYTES))
        .addLast(new HttpObjectAggregator(MAX_BODY_BYTES))
        .addLast(new Answering(deadline(channel, REQUEST_SECONDS)));
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

  /** Ends every connection. */
  @Override
  public void close() {
    closing = true;
    if (listening != null) {
      listening.close().awaitUninterruptibly();
    }
    thread.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** Answers one connection's request. */
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
      Future<?> unusedDeadline = deadline(context.channel(), ANSWER_SECONDS);
      FullHttpResponse response = answer(request);
      response
          .headers()
          .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes())
          .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
          .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
          .set("x-content-type-options", "nosniff");
      if (request.method().equals(HttpMethod.HEAD)) {
        response.content().clear();
      }
      ChannelFuture unused =
          context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }

    private FullHttpResponse answer(FullHttpRequest request) {
      if (request.decoderResult().isFailure()) {
        return text(HttpResponseStatus.BAD_REQUEST, StatusPage.PLAIN, "not an HTTP request\n");
      }
      List<String> asked = request.headers().getAll(HttpHeaderNames.HOST);
      if (!hosts.allows(asked)) {
        return text(
            HttpResponseStatus.MISDIRECTED_REQUEST,
            StatusPage.PLAIN,
            "expected a Host that is an address, localhost or a configured name\n");
      }
      if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
        FullHttpResponse refusal =
            text(HttpResponseStatus.METHOD_NOT_ALLOWED, StatusPage.PLAIN, "GET and HEAD only\n");
        refusal.headers().set(HttpHeaderNames.ALLOW, "GET, HEAD");
        return refusal;
      }
      String path = new QueryStringDecoder(request.uri()).rawPath();
      StatusPage page = pages.get(path);
      return page == null
          ? text(
              HttpResponseStatus.NOT_FOUND,
              StatusPage.PLAIN,
              "there is " + String.join(" and ", pages.keySet().stream().sorted().toList()) + "\n")
          : made(page, path);
    }

    private static FullHttpResponse made(StatusPage page, String path) {
      StatusPage.Made made = page.make(path);
      if (made == null) {
        return text(
            HttpResponseStatus.INTERNAL_SERVER_ERROR, StatusPage.PLAIN, "see this server's log\n");
      }
      HttpResponseStatus status =
          made.available() ? HttpResponseStatus.OK : HttpResponseStatus.SERVICE_UNAVAILABLE;
      return text(status, page.contentType(), made.text());
    }

    private static FullHttpResponse text(
        HttpResponseStatus status, String contentType, String text) {
      ByteBuf content = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
      FullHttpResponse response =
          new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content);
      response.headers().set(HttpHeaderNames.CONTENT_TYPE, contentType);
      return response;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      LOG.debug("status connection ended: {}", cause.getClass().getName());
      ChannelFuture unused = context.close();
    }
  }
}
