package dev.rosa.proxy.login.page;

import dev.rosa.config.Durations;
import dev.rosa.proxy.login.LoginResult;
import dev.rosa.proxy.login.LoginView;
import java.time.Duration;
import java.util.Optional;

/** Text of the login page: HTML without scripts, styles and pictures. Stateless. */
final class LoginPage {
  private static final String BEGIN =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Log in</title>
      </head>
      <body>
      """;

  private static final String END =
      """
      </body>
      </html>
      """;

  private static final String FORM =
      """
      <h1>Log in</h1>
      <p>Before you use the network, say who you are.</p>
      %s<form method="post" action="/login">
      <p><label>Name<br><input name="name" maxlength="63" required autofocus autocapitalize="none"
      autocomplete="username"></label></p>
      <p><label>Password<br><input name="password" type="password" maxlength="1024" required
      autocomplete="current-password"></label></p>
      <p><button>Log in</button></p>
      </form>
      <p>The login is for this device's address. If several devices share the address, all of them
      are logged in.</p>
      """;

  private static final String KNOWN =
      """
      <h1>You are logged in</h1>
      <p>Name: %s<br>
      Address: %s<br>
      Ends in: %s, or earlier if this device is idle</p>
      <form method="post" action="/logout">
      <p><button>Log out</button></p>
      </form>
      """;

  private LoginPage() {}

  /** The page of a client that is logged in, or not. */
  static String of(Optional<LoginView> login) {
    return BEGIN + login.map(LoginPage::known).orElseGet(() -> FORM.formatted("")) + END;
  }

  private static String known(LoginView login) {
    return KNOWN.formatted(
        escaped(login.user()),
        escaped(login.client().getHostAddress()),
        Durations.format(Duration.ofMinutes(Math.max(1, login.leftSeconds() / 60))));
  }

  /** The page after an attempt that failed. */
  static String failed(LoginResult result) {
    return BEGIN + FORM.formatted("<p><strong>" + sentence(result) + "</strong></p>\n") + END;
  }

  private static String sentence(LoginResult result) {
    return switch (result) {
      case WRONG -> "Name and password do not fit.";
      case TOO_MANY -> "There were too many attempts. Wait a minute.";
      case BUSY -> "Many people log in right now. Try again.";
      case LOGGED_IN -> throw new IllegalArgumentException("this is no failure");
    };
  }

  /** A page with one sentence. */
  static String sentence(String text) {
    return BEGIN + "<p>" + escaped(text) + "</p>\n" + END;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
