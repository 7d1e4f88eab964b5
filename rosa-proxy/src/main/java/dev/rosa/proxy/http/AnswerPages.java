package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.stream.RefusalReason;
import java.util.Locale;

/** Answers to HTTP requests that no server gets. Immutable. */
public final class AnswerPages {
  private final byte[] login;

  /**
   * Pages.
   *
   * @param loginPage address of the page to log in; null: there is none
   */
  public AnswerPages(String loginPage) {
    login = loginPage == null ? null : login(loginPage);
  }

  private static byte[] login(String page) {
    String body =
        "<!DOCTYPE html><title>Log in</title><p>Log in at <a href=\"%1$s\">%1$s</a>.\n"
            .formatted(page);
    return answer("511 Network Authentication Required", "text/html", body);
  }

  private static byte[] answer(String status, String type, String body) {
    return AsciiBytes.of(
        "HTTP/1.1 "
            + status
            + "\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + body.length()
            + "\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
            + body);
  }

  /** Where to log in; null: nowhere. */
  public byte[] login() {
    return login;
  }

  /** The server cannot be reached. */
  public byte[] unreachable() {
    return answer("502 Bad Gateway", "text/plain", "the server cannot be reached\n");
  }

  /**
   * An answer that a rule wants scanned, and that was not.
   *
   * @param why one line
   * @param isForNow whether it may be scanned later
   */
  public byte[] notScanned(String why, boolean isForNow) {
    String status = isForNow ? "503 Service Unavailable" : "403 Forbidden";
    return answer(status, "text/plain", "refused: not scanned by " + why + "\n");
  }

  /** A refusal by a rule. */
  public byte[] refusedBy(String rule) {
    return answer("403 Forbidden", "text/plain", "refused by rule " + rule + "\n");
  }

  /** A refusal for another reason. */
  public byte[] refusedFor(RefusalReason reason) {
    String words = reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return answer("403 Forbidden", "text/plain", "refused: " + words + "\n");
  }
}
