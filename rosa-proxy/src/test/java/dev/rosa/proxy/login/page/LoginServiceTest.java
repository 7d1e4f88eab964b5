package dev.rosa.proxy.login.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.config.HostPort;
import dev.rosa.config.IpLiteral;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.login.LoginView;
import dev.rosa.proxy.login.client.LoginClient;
import dev.rosa.proxy.login.password.PasswordFile;
import dev.rosa.proxy.login.password.PasswordHash;
import dev.rosa.proxy.rules.LoginConfig;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.TakenPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLogger;

/** The page to log in, as browsers and programs use it. */
class LoginServiceTest {
  private static final InetAddress HERE = IpLiteral.parse("127.0.0.1");
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final int ATTEMPTS = 5;

  @TempDir private Path folder;
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private TestDomain domain;
  private PasswordFile file;
  private LoginService service;
  private HttpClient browser;

  @BeforeEach
  void start() throws Exception {
    WebCertificate.writeTo(folder);
    domain = TestDomain.in(folder.resolve("domain"));
    file = new PasswordFile(folder.resolve("proxy.users"));
    setPassword("alice", "correct horse");
    setPassword("carol", "horse");
    service =
        LoginService.start(
            config(new HostPort("127.0.0.1", 0)),
            List.of("bob", "alice"),
            new LoggedIn.Listener() {
              @Override
              public void loggedIn(InetAddress client, int user, long seconds) {
                told.add("in " + user);
              }

              @Override
              public void loggedOut(InetAddress client, int user) {
                told.add("out " + user);
              }
            },
            NOPLogger.NOP_LOGGER);
    browser =
        HttpClient.newBuilder()
            .sslContext(WebCertificate.trusting(folder.resolve("web.crt")))
            .build();
  }

  private LoginConfig config(HostPort listen) {
    return new LoginConfig(
        listen,
        folder.resolve("web.crt"),
        folder.resolve("web.key"),
        domain.prefix("ca").resolveSibling("ca.crt"),
        file.path(),
        null,
        null,
        null,
        ATTEMPTS);
  }

  @AfterEach
  void end() {
    service.close();
  }

  private void setPassword(String name, String password) throws IOException {
    boolean unused = file.put(name, PasswordHash.of(password.toCharArray(), new SecureRandom()));
  }

  private URI page() {
    return URI.create("https://127.0.0.1:" + service.address().orElseThrow().getPort() + "/");
  }

  private HttpResponse<String> post(String path, String form, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(page().resolve(path))
            .header("Content-Type", FORM)
            .POST(HttpRequest.BodyPublishers.ofString(form));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return browser.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String path) throws Exception {
    return browser.send(
        HttpRequest.newBuilder(page().resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private LoginClient client(Optional<Identity> identity) throws IOException {
    return new LoginClient(page(), identity, Optional.of(folder.resolve("web.crt")));
  }

  @Test
  void shouldLogInAndOutByItsForms() throws Exception {
    assertTrue(get("/").body().contains("type=\"password\""));

    assertEquals(303, post("/login", "name=+alice&password=correct+horse").statusCode());

    assertEquals(1, service.logins().userAt(HERE));
    String known = get("/").body();
    assertTrue(known.contains("Name: alice"), known);
    assertTrue(known.contains("Ends in: 479m"), known);
    try (CapturedLog log = CapturedLog.of("dev.rosa.proxy.login")) {
      assertEquals(303, post("/logout", "").statusCode());
      assertEquals(
          List.of("INFO logged out user=alice client=127.0.0.1 reason=\"page\""), log.lines());
    }
    assertEquals(Question.NO_USER, service.logins().userAt(HERE));
    assertEquals(List.of("in 1", "out 1"), told);
  }

  @Test
  void shouldSendAPageThatDoesNothingButShowItself() throws Exception {
    HttpResponse<String> response = get("/");

    assertEquals(
        "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        response.headers().firstValue("content-security-policy").orElseThrow());
    assertEquals("no-store", response.headers().firstValue("cache-control").orElseThrow());
    assertTrue(response.headers().firstValue("set-cookie").isEmpty());
    assertFalse(response.body().contains("<script"), response.body());
  }

  @Test
  void shouldRefuseAWrongPasswordAndAnUnknownUserAlike() throws Exception {
    HttpResponse<String> wrong = post("/login", "name=alice&password=wrong");
    HttpResponse<String> unknown = post("/login", "name=nobody&password=wrong");

    assertEquals(403, wrong.statusCode());
    assertEquals(403, unknown.statusCode());
    assertEquals(wrong.body(), unknown.body());
    assertEquals(List.of(), told);
  }

  @Test
  void shouldRefuseAUserWithAPasswordThatTheConfigurationDoesNotHave() throws Exception {
    assertEquals(403, post("/login", "name=carol&password=horse").statusCode());
  }

  @Test
  void shouldBoundTheAttemptsOfAnAddress() throws Exception {
    int refused = 0;
    // The bucket fills while passwords are compared: some more attempts may pass.
    for (int i = 0; i < 10 * ATTEMPTS && refused == 0; i++) {
      refused += post("/login", "name=alice&password=wrong").statusCode() == 429 ? 1 : 0;
    }

    assertEquals(1, refused);
    assertTrue(
        post("/login", "name=alice&password=correct+horse").body().contains("Wait a minute"));
  }

  @Test
  void shouldRefuseAFormThatThePageOfAnotherHostHasSent() throws Exception {
    assertEquals(
        403,
        post("/login", "name=alice&password=correct+horse", "Origin", "https://evil.example")
            .statusCode());
    assertEquals(List.of(), told);

    String own = "https://127.0.0.1:" + service.address().orElseThrow().getPort();
    assertEquals(
        303, post("/login", "name=alice&password=correct+horse", "Origin", own).statusCode());
    assertEquals(403, post("/logout", "", "Origin", "null").statusCode());
  }

  @Test
  void shouldRefuseWhatIsNoForm() throws Exception {
    assertEquals(400, post("/login", "").statusCode());
    assertEquals(400, post("/login", "name=alice").statusCode());
    assertEquals(400, post("/login", "name=alice&name=bob&password=x").statusCode());
    assertEquals(400, post("/login", "name=%zz&password=x").statusCode());
    assertEquals(413, post("/login", "name=alice&password=" + "x".repeat(10_000)).statusCode());
    assertEquals(404, post("/other", "").statusCode());
    assertEquals(404, get("/login").statusCode());
  }

  @Test
  void shouldLogInAProgramByNameAndPassword() throws Exception {
    LoginClient client = client(Optional.empty());
    client.byPassword("alice", "correct horse".toCharArray());

    assertEquals(1, service.logins().userAt(HERE));
    IOException wrong =
        assertThrows(
            IOException.class, () -> client.byPassword("alice", "wrong&horse".toCharArray()));
    assertTrue(wrong.getMessage().endsWith("name and password do not fit"), wrong.getMessage());
  }

  @Test
  void shouldLogInTheOwnerOfACertificate() throws Exception {
    client(Optional.of(domain.user("bob"))).byIdentity();

    assertEquals("bob", service.logins().at(HERE).map(LoginView::user).orElse(""));
  }

  @Test
  void shouldRefuseACertificateThatIsNoUsers() throws Exception {
    LoginClient router = client(Optional.of(TestDomain.load(domain.issue(Role.ROUTER, "bob"))));
    LoginClient stranger = client(Optional.of(TestDomain.in(folder.resolve("other")).user("bob")));
    LoginClient unknown = client(Optional.of(domain.user("mallory")));

    assertThrows(IOException.class, router::byIdentity);
    assertThrows(IOException.class, stranger::byIdentity);
    assertThrows(IOException.class, unknown::byIdentity);
    assertEquals(401, post("/identity", "").statusCode());

    assertEquals(List.of(), told);
  }

  @Test
  void shouldRefuseAServerThatIsNotTrusted() throws Exception {
    LoginClient client = new LoginClient(page(), Optional.empty(), Optional.empty());

    IOException refusal =
        assertThrows(IOException.class, () -> client.byPassword("alice", new char[] {'x'}));

    assertTrue(refusal.getMessage().contains("is not accepted"), refusal.getMessage());
  }

  @Test
  void shouldLogOutAUserWhosePasswordIsRemoved() throws Exception {
    client(Optional.empty()).byPassword("alice", "correct horse".toCharArray());

    assertTrue(file.remove("alice"));

    Await.until(told::toString, () -> service.logins().userAt(HERE) == Question.NO_USER);
    assertEquals(List.of("in 1", "out 1"), told);
  }

  @Test
  void shouldLogOutAUserThatAReloadRemoves() throws Exception {
    client(Optional.empty()).byPassword("alice", "correct horse".toCharArray());

    service.reload(config(new HostPort("127.0.0.1", 0)), List.of("bob"), () -> {});

    assertEquals(Question.NO_USER, service.logins().userAt(HERE));
  }

  @Test
  void shouldShowAndEndLoginsForOperators() throws Exception {
    client(Optional.empty()).byPassword("alice", "correct horse".toCharArray());
    List<JsonNode> lines = new ArrayList<>();

    service.requests().get("who").serve(request(), lines::add);
    try (CapturedLog log = CapturedLog.of("dev.rosa.proxy.login")) {
      service.requests().get("logout").serve(request().put("user", "alice"), lines::add);
      assertEquals(List.of("INFO logged out logins=1 reason=\"operator\" user=alice"), log.lines());
    }

    assertEquals("alice", lines.get(0).get("user").asText());
    assertEquals("127.0.0.1", lines.get(0).get("address").asText());
    assertEquals(1, lines.get(1).get("ended").asInt());
    assertEquals(Question.NO_USER, service.logins().userAt(HERE));
    assertThrows(
        IOException.class,
        () ->
            service
                .requests()
                .get("logout")
                .serve(request().put("address", "127.0.0.1"), lines::add));
  }

  private static ObjectNode request() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Any local user can take it. */
  @Test
  void shouldServeLaterWhenItsPortIsTaken() throws Exception {
    Logger log = LoggerFactory.getLogger(LoginServiceTest.class);
    try (CapturedLog lines = CapturedLog.of(LoginServiceTest.class);
        TakenPort taken = new TakenPort();
        LoginService late =
            LoginService.start(config(taken.place()), List.of(), new NoListener(), log)) {
      assertEquals(Optional.empty(), late.address());
      assertTrue(lines.lines().get(0).startsWith("WARN cannot serve the login page on 127.0.0.1:"));

      taken.free();
      Await.until("the page", () -> late.address().isPresent());
      URI page = URI.create("https://127.0.0.1:" + late.address().orElseThrow().getPort() + "/");
      HttpRequest request = HttpRequest.newBuilder(page).build();
      assertEquals(200, browser.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
    }
  }

  @Test
  void shouldRefuseAnAddressThatIsNotThisMachines() {
    LoginConfig elsewhere = config(new HostPort("192.0.2.1", 3_327));
    IOException refusal =
        assertThrows(
            IOException.class,
            () -> LoginService.start(elsewhere, List.of(), new NoListener(), NOPLogger.NOP_LOGGER));
    assertTrue(refusal.getMessage().contains("192.0.2.1:3327"), refusal.getMessage());
  }

  private static final class NoListener implements LoggedIn.Listener {
    @Override
    public void loggedIn(InetAddress client, int user, long seconds) {
      throw new AssertionError("no user logs in");
    }

    @Override
    public void loggedOut(InetAddress client, int user) {
      throw new AssertionError("no user logs out");
    }
  }
}
