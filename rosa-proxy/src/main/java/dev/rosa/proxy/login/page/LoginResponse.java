package dev.rosa.proxy.login.page;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;

/** Responses of the login port, which let a browser do nothing but show them. Stateless. */
final class LoginResponse {

  private LoginResponse() {}

  static FullHttpResponse page(HttpResponseStatus status, String html) {
    ByteBuf content = Unpooled.copiedBuffer(html, StandardCharsets.UTF_8);
    FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content);
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, "text/html; charset=utf-8")
        .set(
            HttpHeaderNames.CONTENT_SECURITY_POLICY,
            "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
        .set(HttpHeaderNames.X_FRAME_OPTIONS, "DENY")
        // With less, a browser would not say which page has sent a form.
        .set("referrer-policy", "same-origin");
    return response;
  }

  /** To the page, so that a browser that loads it again does not send the password again. */
  static FullHttpResponse toThePage() {
    FullHttpResponse response = page(HttpResponseStatus.SEE_OTHER, "");
    response.headers().set(HttpHeaderNames.LOCATION, "/");
    return response;
  }
}
