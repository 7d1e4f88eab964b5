package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.RunningProgram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of logins at a proxy between a real client and a real server. */
@Tag("endtoend")
class ProxyLoginTest extends ProxyRig {

  private static final String PAGE = "https://10.0.1.1:3327";
  private static final String FORM = "name=alice&password=correct+horse";
  private static final String RULES =
      """
      <operators socket="run/operator.sock"/>
      <login listen="10.0.1.1:3327" certificate="web.crt" key="web.key" passwords="proxy.users"/>
      <log file="proxy.log"/>
      <rules log="full">
        <rule name="web" action="allow" users="alice" protocols="http"/>
      </rules>
      """;

  @BeforeEach
  void prepare() throws Exception {
    net.shell(
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=10.0.1.1 -addext"
            + " subjectAltName=IP:10.0.1.1 -keyout %1$s/web.key -out %1$s/web.crt"
                .formatted(folder));
  }

  /** What a command of the proxy prints. */
  private String command(String words) throws Exception {
    return command("true", words);
  }

  private String command(String input, String words) throws Exception {
    String program = String.join(" ", Programs.proxy(words.split(" ")));
    return net.shell("%s | %s --config %s/proxy.xml".formatted(input, program, folder));
  }

  private String logIn(String form) throws Exception {
    return curl(
        "--cacert",
        folder.resolve("web.crt").toString(),
        "-o",
        folder.resolve("page").toString(),
        "-w",
        "%{http_code}",
        "-d",
        form,
        PAGE + "/login");
  }

  @Test
  void shouldOpenTheNetworkFromLoginToLogout() throws Exception {
    try (RunningProgram proxy = proxy("login-page=\"" + PAGE + "/\"", RULES)) {
      String added = command("echo correct horse", "user add alice");
      assertTrue(added.contains("added alice"), added);
      String told = fetch("/small");
      assertTrue(told.endsWith("511") && told.contains(PAGE), told);

      assertEquals("403", logIn("name=alice&password=wrong"));
      assertEquals("303", logIn(FORM));

      assertEquals("a small answer\n200", fetch("/small"));
      String who = command("who");
      assertTrue(who.contains("alice") && who.contains("10.0.1.2"), who);
      String ended = command("logout alice");
      assertTrue(ended.contains("ended logins: 1"), ended);
      assertTrue(fetch("/small").endsWith("511"));
      String log = command("log --json");
      assertTrue(log.contains("\"user\":\"alice\",\"command\":\"GET\""), log);
      assertEquals(0, proxy.end(), proxy.said());
    }
  }

  @Test
  void shouldEndTheLoginOfAUserWhosePasswordIsRemoved() throws Exception {
    try (RunningProgram proxy = proxy("login-page=\"" + PAGE + "/\"", RULES)) {
      String unused = command("echo correct horse", "user add alice");
      assertEquals("303", logIn(FORM));
      assertEquals("a small answer\n200", fetch("/small"));

      unused = command("user remove alice");

      proxy.await("logged out logins=1");
      assertTrue(fetch("/small").endsWith("511"));
    }
  }
}
