package dev.rosa.proxy.login.page;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Form with a name and a password; the password never appears in {@link #toString}. Immutable. */
final class LoginForm {
  private static final int MOST_FIELDS = 4;

  private final String name;
  private final char[] password;

  private LoginForm(String name, char[] password) {
    this.name = name;
    this.password = password;
  }

  /** The name as it was typed, without blanks around it. */
  String name() {
    return name;
  }

  /** The password as it was typed; its user wipes it. */
  char[] password() {
    return password;
  }

  /** Reads {@code name=…&password=…}; empty if one of them is missing or there twice. */
  static Optional<LoginForm> read(ByteBuf body) {
    try {
      Map<String, List<String>> fields =
          new QueryStringDecoder(
                  body.toString(StandardCharsets.UTF_8), StandardCharsets.UTF_8, false, MOST_FIELDS)
              .parameters();
      Optional<String> name = only(fields.get("name"));
      Optional<String> password = only(fields.get("password"));
      return name.isEmpty() || password.isEmpty()
          ? Optional.empty()
          : Optional.of(new LoginForm(name.get().strip(), password.get().toCharArray()));
    } catch (IllegalArgumentException e) {
      // A percent sign without two digits; the message quotes what was typed.
      return Optional.empty();
    }
  }

  private static Optional<String> only(List<String> values) {
    return values == null || values.size() != 1 ? Optional.empty() : Optional.of(values.get(0));
  }

  @Override
  public String toString() {
    return "form of " + name.length() + " characters";
  }
}
