package dev.rosa.client.demo.firewall.web;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BiConsumer;

/** One connection of the web service: an order, its check, the answer. One thread. */
final class OrderHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

  private final OrderCheck check;
  private final BiConsumer<Channel, String> report;

  /** A handler that tells of each mistake. */
  OrderHandler(OrderCheck check, BiConsumer<Channel, String> report) {
    this.check = check;
    this.report = report;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    Optional<String> mistake = check.mistake(ByteBufUtil.getBytes(request.content()));
    mistake.ifPresent(text -> report.accept(context.channel(), text));
    HttpResponseStatus status =
        mistake.isPresent() ? HttpResponseStatus.BAD_REQUEST : HttpResponseStatus.OK;
    byte[] text =
        (mistake.isPresent() ? "refused\n" : "ordered\n").getBytes(StandardCharsets.UTF_8);
    FullHttpResponse answer =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(text));
    answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, text.length);
    answer.headers().set(HttpHeaderNames.CONNECTION, "close");
    var unused = context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    var unused = context.close();
  }
}
