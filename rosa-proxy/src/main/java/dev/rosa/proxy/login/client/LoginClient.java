package dev.rosa.proxy.login.client;

import dev.rosa.identity.Identity;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;

/** Client of one login page; the login is for the address that the page sees. Stateless. */
public final class LoginClient {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int SEE_OTHER = 303;

  private final URI page;
  private final HttpClient http;
  private final boolean hasIdentity;

  /**
   * A client.
   *
   * @param page such as {@code https://10.0.0.1:3327/}
   * @param identity whose certificate is shown; empty: none
   * @param authorities as {@link ClientTls#context} takes it
   * @throws IOException in one line if the file cannot be used
   */
  public LoginClient(URI page, Optional<Identity> identity, Optional<Path> authorities)
      throws IOException {
    if (!"https".equals(page.getScheme()) || page.getHost() == null) {
      throw new IOException("'" + page + "' is no page to log in, expected https://HOST:PORT");
    }
    this.page = page;
    this.hasIdentity = identity.isPresent();
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(PATIENCE)
            .sslContext(ClientTls.context(identity, authorities))
            .build();
  }

  /**
   * Logs in by name and password.
   *
   * @throws IOException in one line: why not
   */
  public void byPassword(String name, char[] password) throws IOException, InterruptedException {
    String form = "name=" + encoded(name) + "&password=" + encoded(new String(password));
    post("/login", form);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /**
   * Logs in by the identity.
   *
   * @throws IOException in one line: why not
   */
  public void byIdentity() throws IOException, InterruptedException {
    if (!hasIdentity) {
      throw new IllegalStateException("there is no identity");
    }
    post("/identity", "");
  }

  private void post(String path, String form) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(page.resolve(path))
            .timeout(PATIENCE)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build();
    int status = status(request);
    if (status != SEE_OTHER) {
      throw new IOException(page + ": " + sentence(status));
    }
  }

  private int status(HttpRequest request) throws IOException, InterruptedException {
    try {
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (SSLHandshakeException e) {
      throw new IOException(
          page + ": the server's certificate or yours is not accepted: " + e.getMessage(), e);
    } catch (IOException e) {
      String why = e.getMessage() == null ? "nothing answers there" : e.getMessage();
      throw new IOException(page + ": cannot be reached: " + why, e);
    }
  }

  private String sentence(int status) {
    return switch (status) {
      case 401 -> "the page takes no identities of this domain";
      case 403 -> hasIdentity ? "there is no such user" : "name and password do not fit";
      case 429 -> "there were too many attempts, expected a minute in between";
      case 503 -> "too many people log in right now, expected another attempt later";
      default -> "answers with status " + status + ", expected a page to log in";
    };
  }
}
