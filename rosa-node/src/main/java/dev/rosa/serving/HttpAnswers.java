package dev.rosa.serving;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import java.net.InetAddress;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLSession;

/** Answers to the requests that a {@link SmallHttpServer} gets; called by its thread. */
@FunctionalInterface
public interface HttpAnswers {

  /**
   * The other end of a connection.
   *
   * @param address its address
   * @param tls its session; empty without TLS
   */
  record Peer(InetAddress address, Optional<SSLSession> tls) {}

  /**
   * Answers a request. It does not wait: what takes long is for another thread.
   *
   * @param request of use until this method returns
   * @param reply takes the answer, once, from any thread
   */
  void answer(FullHttpRequest request, Peer peer, Consumer<FullHttpResponse> reply);
}
