package dev.rosa.control;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/**
 * Bound for the headers that a server remembers in order to compress its answers. A peer may allow
 * a table of 4 GB, and the library would fill it; no server has to use what a peer allows (RFC 7541
 * §4.2). For one connection, whose thread alone uses it.
 */
final class AnswerHeaders extends ChannelInboundHandlerAdapter {

  /** The table that HTTP/2 begins with (RFC 9113 §6.5.2). */
  private static final long MOST_BYTES = 4096;

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    // gRPC puts HTTP/2 into the pipeline when it learns of the handshake's end.
    super.userEventTriggered(context, event);
    if (event == SslHandshakeCompletionEvent.SUCCESS) {
      bound(context.pipeline().get(Http2ConnectionHandler.class));
      context.pipeline().remove(this);
    }
  }

  private static void bound(Http2ConnectionHandler http) {
    if (http == null) {
      throw new IllegalStateException("a connection without HTTP/2 after its handshake");
    }
    Http2HeadersEncoder.Configuration headers =
        http.encoder().configuration().headersConfiguration();
    http.decoder()
        .frameListener(
            new Http2FrameListenerDecorator(http.decoder().frameListener()) {
              @Override
              public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings)
                  throws Http2Exception {
                if (headers.maxHeaderTableSize() > MOST_BYTES) {
                  headers.maxHeaderTableSize(MOST_BYTES);
                }
                super.onSettingsRead(context, settings);
              }
            });
  }
}
