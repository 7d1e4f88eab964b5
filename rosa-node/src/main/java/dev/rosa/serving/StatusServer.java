package dev.rosa.serving;

import dev.rosa.config.HostPort;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * HTTP server for a few status pages: small GET and HEAD requests only, one a connection, for a
 * Host that this server has. A connection has two seconds for its request, at any pace, and then
 * ten to take the answer. Owns one thread; {@link #close} ends it.
 */
public final class StatusServer implements PortServer {

  private static final SmallHttpServer.Limits LIMITS =
      new SmallHttpServer.Limits("status", 64, 32, 1_024, 2, 10);

  private final SmallHttpServer server;

  private StatusServer(SmallHttpServer server) {
    this.server = server;
  }

  /**
   * Starts to serve.
   *
   * @param listen port 0 takes a free one
   * @param names names of this host that requests may be for, beside addresses, localhost and the
   *     host of {@code listen}
   * @param pages by path
   * @throws PortInUseException in one line if another socket has the port
   * @throws IOException in one line if the address cannot be had for another reason
   */
  public static StatusServer start(
      HostPort listen, Set<String> names, Map<String, StatusPage> pages) throws IOException {
    Pages answers = new Pages(Map.copyOf(pages), new HostCheck(listen, names));
    return new StatusServer(
        SmallHttpServer.start(
            listen,
            LIMITS,
            Optional.empty(),
            (request, peer, reply) -> reply.accept(answers.answer(request))));
  }

  /** Names of a configuration, separated by spaces; none if there is no text. */
  public static Set<String> names(String words) {
    return words == null ? Set.of() : Set.copyOf(List.of(words.strip().split("\\s+", -1)));
  }

  @Override
  public InetSocketAddress address() {
    return server.address();
  }

  @Override
  public boolean hasFailed() {
    return server.hasFailed();
  }

  @Override
  public void close() {
    server.close();
  }

  /** The pages, for requests that may have them. */
  private record Pages(Map<String, StatusPage> pages, HostCheck hosts) {

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
  }
}
