package dev.rosa.proxy.login.page;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;

/**
 * Check that no page of another host has sent a form: it could log its reader in under another
 * name, or out. Browsers say in {@code Origin} which page sends (RFC 6454); programs send none.
 * Stateless.
 */
final class OwnOrigin {

  private OwnOrigin() {}

  static boolean isOwn(HttpHeaders headers) {
    List<String> origins = headers.getAll(HttpHeaderNames.ORIGIN);
    List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
    return origins.isEmpty()
        || (origins.size() == 1
            && hosts.size() == 1
            && origins.get(0).equalsIgnoreCase("https://" + hosts.get(0)));
  }
}
