package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.RunningProgram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of logins at a proxy between a real client and a real server. */
@Tag("endtoend")
class ProxyLoginTest extends ProxyLoginRig {

  private static final String RULES =
      SERVICES
          + """
          <rules log="full">
            <rule name="web" action="allow" users="alice" protocols="http"/>
          </rules>
          """;

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
