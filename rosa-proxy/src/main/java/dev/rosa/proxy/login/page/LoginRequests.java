package dev.rosa.proxy.login.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.config.IpLiteral;
import dev.rosa.operator.OperatorRequests;
import dev.rosa.proxy.login.LoginView;
import dev.rosa.proxy.login.Logins;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Operators' requests about logins: {@code who}, and {@code logout} with a {@code user} or an
 * {@code address}. Stateless.
 */
final class LoginRequests {

  private static final Logger LOG = LoggerFactory.getLogger(LoginRequests.class);

  private LoginRequests() {}

  static Map<String, OperatorRequests> of(Logins logins) {
    return Map.of(
        "who",
        (request, answer) -> who(logins, answer),
        "logout",
        (request, answer) -> answer.line(logout(logins, request)));
  }

  private static void who(Logins logins, OperatorRequests.Answer answer) throws IOException {
    for (LoginView login : logins.all()) {
      answer.line(
          JsonNodeFactory.instance
              .objectNode()
              .put("user", login.user())
              .put("address", login.client().getHostAddress())
              .put("since", Instant.ofEpochMilli(login.sinceMillis()).toString())
              .put("leftSeconds", login.leftSeconds())
              .put("idleSeconds", login.idleSeconds()));
    }
  }

  private static ObjectNode logout(Logins logins, JsonNode request) throws IOException {
    String whom = request.has("address") ? "address" : "user";
    String text = request.path(whom).asText();
    int ended;
    if (request.has("address")) {
      ended = logins.logout(IpLiteral.parse(text)) ? 1 : 0;
    } else {
      ended = logins.logoutUsers(text::equals);
    }
    if (ended == 0) {
      throw new IOException("no user is logged in there, or by that name");
    }
    LOG.info("logged out logins={} reason=\"operator\" {}={}", ended, whom, text);
    return JsonNodeFactory.instance.objectNode().put("ended", ended);
  }
}
