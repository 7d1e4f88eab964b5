package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.RunningProgram;
import dev.rosa.kernel.bpf.BpfTestRun;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.HangUpSignal;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of a proxy whose verdicts the kernel keeps, between a real client and a real server. They
 * need root's rights outside of a user namespace, and are skipped without.
 */
@Tag("endtoend")
class ProxyCacheTest extends ProxyRig {
  private static final String RULES =
      """
      <cache kernel="auto" entries="1024"/>
      <rules>
        <rule name="no-secret" action="refuse" paths="/secret*"/>
        <rule name="web" action="allow" protocols="http https"/>
      </rules>
      """;
  private static final String URL = "http://" + SERVER;

  @Override
  NetworkNamespace network() throws Exception {
    return NetworkNamespace.createAsRoot(folder);
  }

  private RunningProgram cachingProxy() throws Exception {
    RunningProgram proxy = proxy("", RULES);
    assumeCache(proxy);
    return proxy;
  }

  private long hits() throws Exception {
    return status().at("/cache/hit").asLong();
  }

  /** Asks until the kernel has answered. */
  private void warmUp() throws Exception {
    Await.until(
        "a hit",
        () -> {
          assertEquals("a small answer\n200", fetch("/small"));
          return hits() > 0;
        });
  }

  @Test
  void shouldLetKnownRequestsPassInTheKernelAndNoOthers() throws Exception {
    try (RunningProgram proxy = cachingProxy()) {
      warmUp();
      long before = hits();
      long seen = status().at("/bytes/seen").asLong();
      String twice = curl(URL + "/small", URL + "/small", URL + "/small");
      assertEquals("a small answer\n".repeat(3), twice);
      assertEquals(before + 3, hits());
      assertEquals(seen, status().at("/bytes/seen").asLong());
      // An unknown request behind known ones, and known ones behind that.
      String mixed = curl(URL + "/small", URL + "/secret");
      assertEquals("a small answer\nrefused by rule no-secret\n", mixed);
      assertEquals("refused by rule no-secret\n403", fetch("/secret"));
      mixed = curl(URL + "/small", URL + "/small?1", URL + "/small", URL + "/small?1");
      assertEquals("a small answer\n".repeat(4), mixed);
      assertFalse(accessLog().contains("secret"), accessLog());
      assertEquals(0, proxy.end(), proxy.said());
      assertEquals("", ruleset());
    }
  }

  @Test
  void shouldCountRequestsThatPassedInTheKernel() throws Exception {
    try (RunningProgram proxy = cachingProxy()) {
      warmUp();
      Await.until(
          "all requests to be counted",
          () -> {
            long answered = accessLog().lines().count();
            return status().at("/connections/requests").asLong() == answered;
          });
      assertTrue(proxy.isAlive());
    }
  }

  @Test
  void shouldNeedNoMoreThanThreeCapabilities() throws Exception {
    withRights = List.of("setpriv", "--bounding-set", "-all,+net_admin,+net_raw,+bpf");
    BpfTestRun.assumeBpf();
    try (RunningProgram proxy = proxy("", RULES)) {
      assertEquals("", status().at("/cache/why").asText());
      warmUp();
      assertTrue(proxy.isAlive());
    }
  }

  @Test
  void shouldSayWhyThereIsNoneWithoutTheCapability() throws Exception {
    withRights = List.of("setpriv", "--bounding-set", "-all,+net_admin,+net_raw");
    try (RunningProgram proxy = proxy("", RULES)) {
      assertTrue(status().at("/cache/why").asText().contains("CAP_BPF"), status()::toString);
      assertEquals("a small answer\n200", fetch("/small"));
      assertTrue(proxy.isAlive());
    }
  }

  @Test
  void shouldTakeIpv6() throws Exception {
    String ipv6 = "http://[fd01:2::2]/small";
    try (RunningProgram proxy = cachingProxy()) {
      Await.until(
          "a hit",
          () -> {
            assertEquals("a small answer\n", curl(ipv6));
            return hits() > 0;
          });
      assertTrue(proxy.isAlive());
    }
  }

  @Test
  void shouldAskAgainWhenOtherRulesAreInForce() throws Exception {
    HangUpSignal.assumeItArrives();
    try (RunningProgram proxy = cachingProxy()) {
      warmUp();
      String unused = config("", RULES.replace("/secret*", "/small*"));
      proxy.signal("HUP");
      proxy.await("2 rules are in force");
      assertEquals("refused by rule no-secret\n403", fetch("/small"));
      assertTrue(proxy.isAlive());
    }
  }

  @Test
  void shouldLeaveNothingBehindWhenItIsKilled() throws Exception {
    try (RunningProgram proxy = cachingProxy()) {
      warmUp();
      proxy.kill();
      Await.until("rules to drop", () -> ruleset().contains("counter name \"unjudged\" drop"));
      assertEquals("000", curl("-m", "2", "-w", "%{http_code}", URL + "/small"));
    }
  }

  @Test
  void shouldJudgeARequestAlikeWhereverItIsCut() throws Exception {
    try (RunningProgram proxy = cachingProxy()) {
      warmUp();
      String answers = atClient(Programs.python("split_request.py", SERVER, "/secret")).out();
      assertEquals("403", answers.strip());
      answers = atClient(Programs.python("split_request.py", SERVER, "/small")).out();
      assertEquals("200", answers.strip());
      assertFalse(accessLog().contains("secret"), accessLog());
      assertTrue(proxy.isAlive());
    }
  }
}
