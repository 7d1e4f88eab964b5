package dev.rosa.proxy.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;

/** Requests as Netty reads them: method, target, Host. */
final class NettyReading {

  private NettyReading() {}

  /** All requests of a stream; the last one says so if it cannot be read. */
  static List<String> of(byte[] stream) {
    EmbeddedChannel channel = new EmbeddedChannel(new HttpRequestDecoder());
    channel.writeInbound(Unpooled.wrappedBuffer(stream));
    List<String> requests = new ArrayList<>();
    for (HttpObject read = channel.readInbound(); read != null; read = channel.readInbound()) {
      if (read.decoderResult().isFailure()) {
        requests.add("failure: " + read.decoderResult().cause());
      } else if (read instanceof HttpRequest request) {
        requests.add(
            request.method() + " " + request.uri() + " " + request.headers().getAll("host"));
      }
      ReferenceCountUtil.release(read);
    }
    channel.finishAndReleaseAll();
    return requests;
  }
}
