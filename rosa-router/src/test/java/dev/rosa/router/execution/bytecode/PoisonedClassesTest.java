package dev.rosa.router.execution.bytecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import dev.rosa.control.v1.FetchCodeReply;
import dev.rosa.control.v1.FetchSecretReply;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.router.catalogue.ScriptedCodeServer;
import dev.rosa.router.pipeline.RouterBench;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CompiledBundle;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Code that first uses classes of the JDK at the end of its stack, where their static initialisers
 * cannot run. The router has a JVM of its own, in which a broken class stays so.
 */
@Tag("jdk")
class PoisonedClassesTest {

  /** Each of these has classes behind it that are initialised at its first use. */
  private static final List<String> USES =
      List.of(
          "StrictMath.sin(1.5);",
          "Base64.getEncoder().encodeToString(new byte[4]);",
          "new CRC32C().update(1);",
          "new SplittableRandom(1).nextInt(7);",
          "new Random(1).nextDouble();",
          "HexFormat.of().formatHex(new byte[4]);",
          "BitSet.valueOf(new long[] {5}).toString();",
          "Map.of(1, 2, 3, 4).toString();",
          "new TreeMap<>(Map.of(1, 2)).firstEntry().toString();",
          "new EnumMap<>(Map.of(E.A, 1)).toString();",
          "ByteBuffer.allocate(8).getLong();",
          "(\"a\" + packet.sequence() + 'c').length();",
          "new ArrayList<>(List.of(2, 1)).sort(Comparator.comparing(i -> -i));",
          "new R(1, 2L, 1.5, \"a\").toString();",
          "try { Objects.checkIndex(1, 0); } catch (IndexOutOfBoundsException e) { }",
          "try { packet.payloadByte(-1); } catch (IndexOutOfBoundsException e) { }",
          "\"text\".getBytes(StandardCharsets.UTF_8).hashCode();");

  @TempDir private Path directory;
  private TestDomain domain;
  private Identity publisher;
  private ScriptedCodeServer server;
  private Process router;
  private final RouterBench bench = new RouterBench();

  @BeforeEach
  void start() {
    domain = TestDomain.in(directory.resolve("domain"));
    domain.issue(Role.ROUTER, "r1");
    publisher = domain.user("carol");
    server = new ScriptedCodeServer(domain, "cs1").start();
    server.secret = FetchSecretReply.newBuilder().setKci(ByteString.copyFrom(new byte[32])).build();
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (router != null) {
      router.destroyForcibly().waitFor();
    }
    server.close();
  }

  private static CompiledBundle using(String onPacket) {
    StringBuilder cases = new StringBuilder();
    for (int i = 0; i < USES.size(); i++) {
      cases.append("case %d -> { %s }%n".formatted(i, USES.get(i)));
    }
    return CompiledBundle.of(
        "net.example.App",
        """
        package net.example;
        import dev.rosa.api.*;
        import java.nio.ByteBuffer;
        import java.nio.charset.StandardCharsets;
        import java.util.*;
        import java.util.zip.CRC32C;
        public class App implements ActiveApplication {
          enum E { A }
          record R(int a, long b, double c, String d) {}
          static final int USES = %d;
          private Counter good;
          private Counter bad;
          @Override public void start(RouterContext router) {
            good = router.counter("good");
            bad = router.counter("bad");
          }
          private static void use(int which, Packet packet) {
            switch (which) {
              %s
              default -> throw new IllegalStateException();
            }
          }
          private static void useInTheDeep(int which, int depth, Packet packet) {
            if (depth == 0) {
              use(which, packet);
            } else {
              useInTheDeep(which, depth - 1, packet);
            }
          }
          @Override public void onPacket(Packet packet) {
            for (int i = 0; i < USES; i++) {
              try {
                %s
                good.add(1);
              } catch (Throwable e) {
                bad.add(1);
              }
            }
          }
        }
        """
            .formatted(USES.size(), cases, onPacket));
  }

  private CodeDigest serve(CompiledBundle bundle) {
    byte[] jar = bundle.jar();
    CodeDigest digest = CodeDigest.ofBundle(jar);
    server.codes.put(
        digest,
        FetchCodeReply.newBuilder()
            .setBundle(ByteString.copyFrom(jar))
            .setPublication(ScriptedCodeServer.publication(publisher, digest, Instant.now()))
            .build());
    return digest;
  }

  private RouterBench.Flow flow(CodeDigest code, long session) {
    RouterBench.Flow flow = bench.flow(code);
    flow.epoch = 7;
    flow.sst = Instant.now().getEpochSecond() - 10;
    flow.set = flow.sst + 3_600;
    flow.session = session;
    return flow;
  }

  @Test
  void shouldLeaveTheJdkWholeForOthersWhenCodeUsesItAtTheEndOfItsStack() throws Exception {
    CodeDigest poisoning = serve(using("useInTheDeep(i, 50 * packet.payloadLength(), packet);"));
    CodeDigest honest = serve(using("use(i, packet);"));
    server.catalogue = ScriptedCodeServer.catalogue(1, poisoning, honest);
    String ready = startRouter();
    RouterBench.Flow poison = flow(poisoning, 1);
    for (int length = 80; length > 0; length--) {
      // The longer ones use up the metered stack; some of the others come close to its end.
      send(poison.next("x".repeat(length)), ready);
    }
    awaitCounted(poisoning, ready);
    send(flow(honest, 2).next("honest"), ready);
    JsonNode counters = awaitCounted(honest, ready);
    assertEquals(0, counters.path("bad").asInt(), counters.toString());
    assertEquals(USES.size(), counters.path("good").asInt());
  }

  private String startRouter() throws Exception {
    Path config =
        server.writeRouterConfig(
            directory, "<prewarm limit='off'/><overlay listen='127.0.0.1:0'/>");
    router =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.rosa.router.Router",
                "--config",
                config.toString())
            .redirectError(directory.resolve("router.log").toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    awaitLine("catalogue 1: 2 codes");
    return awaitLine(" ready ");
  }

  /** The status page is not asked: it is to be read for the first time after the poison. */
  private String awaitLine(String part) throws InterruptedException {
    Await.until("a line of the router with '" + part + "'", () -> !linesWith(part).isEmpty());
    return linesWith(part).get(0);
  }

  private List<String> linesWith(String part) {
    assertTrue(router.isAlive(), () -> lines().toString());
    return lines().stream().filter(line -> line.contains(part)).toList();
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(directory.resolve("router.log"));
    } catch (IOException e) {
      return List.of();
    }
  }

  private static int port(String ready, String key) {
    Matcher port = Pattern.compile(key + "=127\\.0\\.0\\.1:(\\d+)").matcher(ready);
    assertTrue(port.find(), ready);
    return Integer.parseInt(port.group(1));
  }

  private static void send(byte[] packet, String ready) throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.send(
          new DatagramPacket(
              packet, packet.length, InetAddress.getLoopbackAddress(), port(ready, "overlay")));
    }
  }

  /** The counters of a code, once it has counted all its uses. */
  private JsonNode awaitCounted(CodeDigest code, String ready) throws Exception {
    JsonNode[] counters = new JsonNode[1];
    Await.until(
        "code " + code + " has counted",
        () -> {
          counters[0] = counters(code, ready);
          return counters[0].path("good").asInt() + counters[0].path("bad").asInt() >= USES.size();
        });
    return counters[0];
  }

  private static JsonNode counters(CodeDigest code, String ready) {
    URI page = URI.create("http://127.0.0.1:" + port(ready, "status") + "/status");
    ObjectMapper json = new ObjectMapper();
    try (InputStream status = page.toURL().openStream()) {
      for (JsonNode application : json.readTree(status).path("applications")) {
        if (application.path("digest").asText().equals(code.hex())) {
          return application.path("counters");
        }
      }
    } catch (IOException e) {
      return json.missingNode();
    }
    return json.missingNode();
  }
}
