package dev.rosa.proxy;

import dev.rosa.proxy.ftp.FtpLimit;
import dev.rosa.proxy.http.Ambiguity;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.policy.RuledFtp;
import dev.rosa.proxy.rules.Action;
import dev.rosa.proxy.rules.Rule;
import dev.rosa.proxy.rules.criterion.Commands;
import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.url.NormalUrl;
import dev.rosa.proxy.url.Scheme;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Limits that traffic meets beside the rules, for {@code rosa proxy test}. Stateless. */
final class RequestLimits {
  private static final String CONNECT = "CONNECT";
  private static final byte[] ROOT = AsciiBytes.of("/");

  private RequestLimits() {}

  /**
   * The command that rules are asked about for a typed one. Of a protocol whose requests are not
   * seen the connection is judged, and the URL loses its path.
   */
  static String asked(NormalUrl url, String typed) {
    if (url.scheme() == Scheme.HTTP) {
      return typed;
    }
    if (url.scheme() == Scheme.FTP) {
      String verb = Commands.verb(typed.toUpperCase(Locale.ROOT));
      return FtpLimit.verb(verb).orElse(verb);
    }
    if (url.setTarget(ROOT, 0, ROOT.length) != null) {
      throw new IllegalStateException("the root is no path");
    }
    return CONNECT;
  }

  /**
   * Why the proxy refuses a command that rules were asked about.
   *
   * @param deciding rule; null for the default
   * @return null if the rule decides
   */
  static String refusal(NormalUrl url, String asked, Rule deciding, Action action) {
    if (url.scheme() == Scheme.HTTP) {
      byte[] method = AsciiBytes.of(asked);
      return RequestHead.isMethodName(method, method.length)
          ? null
          : Ambiguity.BAD_METHOD.sentence();
    }
    if (url.scheme() != Scheme.FTP) {
      return null;
    }
    if (FtpLimit.verb(asked).isEmpty()) {
      return FtpLimit.NO_COMMAND.sentence(asked);
    }
    String plus = url.pathText().replace("+", "%2B");
    String path = URLDecoder.decode(plus, StandardCharsets.ISO_8859_1);
    return FtpLimit.of(asked, path, RuledFtp.decision(deciding, action))
        .map(limit -> limit.sentence(asked))
        .orElse(null);
  }
}
