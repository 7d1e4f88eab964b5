package dev.rosa.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class VectorsCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  @Test
  void shouldPassEveryVectorOfTheIndependentImplementation() throws IOException {
    Path file = write("all.json", vectors());

    CommandRun run = CommandRun.of("vectors", file.toString());

    assertEquals("80 passed, 0 failed\n", run.out());
    assertEquals(0, run.exitCode());
  }

  @Test
  void shouldComputeOnTheProvidersThatAConfigurationNames() throws IOException {
    Path file = write("all.json", vectors());
    Path xml =
        Files.writeString(
            directory.resolve("providers.xml"),
            "<providers><provider name='BC' class='org.bouncycastle.jce.provider"
                + ".BouncyCastleProvider'/><suite name='AES256-GCM'><serve provider='BC'/></suite>"
                + "</providers>");

    CommandRun run = CommandRun.of("vectors", "--providers", xml.toString(), file.toString());

    assertTrue(run.out().startsWith("computed by HMAC-MD5=SunJCE "), run.out());
    assertTrue(run.out().contains(" AES256-GCM=BC"), run.out());
    assertTrue(run.out().endsWith("\n80 passed, 0 failed\n"), run.out());
    CommandRun json =
        CommandRun.of("vectors", "--providers", xml.toString(), "--json", file.toString());
    assertEquals("BC", JSON.readTree(json.out()).at("/providers/AES256-GCM").textValue());
  }

  @Test
  void shouldNameFileAndLineOfAProviderThatCannotServe() throws IOException {
    Path file = write("all.json", vectors());
    Path xml =
        Files.writeString(
            directory.resolve("providers.xml"),
            "<providers>\n<suite name='AES256-GCM'><serve provider='Nobody'/></suite></providers>");

    CommandRun run = CommandRun.of("vectors", "--providers", xml.toString(), file.toString());

    assertEquals(1, run.exitCode());
    assertTrue(run.err().startsWith("rosa vectors: " + xml + ":2: provider Nobody"), run.err());
  }

  @TestFactory
  List<DynamicTest> shouldFailWhenAnyFieldIsTamperedWith() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    vectors()
        .get("vectors")
        .get(60)
        .fieldNames()
        .forEachRemaining(
            field -> tests.add(DynamicTest.dynamicTest(field, () -> checkTampered(field))));
    return tests;
  }

  private void checkTampered(String field) throws IOException {
    ObjectNode all = vectors();
    ObjectNode vector = (ObjectNode) all.get("vectors").get(60);
    JsonNode value = vector.get(field);
    if (value.isNumber()) {
      vector.put(field, value.longValue() ^ 1);
    } else {
      vector.put(field, tampered(field, value.textValue()));
    }
    Path file = write("tampered-" + field + ".json", all);

    CommandRun run = CommandRun.of("vectors", file.toString());

    assertEquals(1, run.exitCode(), run.err());
    assertTrue(run.out().startsWith("FAILED " + file + ": vector 60: "), run.out());
    assertTrue(run.out().endsWith("79 passed, 1 failed\n"), run.out());
  }

  private static String tampered(String field, String text) {
    if (field.equals("src") || field.equals("dst")) {
      return text.contains(":") ? "2001:db8::1" : "192.0.2.1";
    }
    if (text.isEmpty()) {
      return "00";
    }
    char last = text.charAt(text.length() - 1);
    return text.substring(0, text.length() - 1) + (last == '0' ? '1' : '0');
  }

  @Test
  void shouldFailWhenDatagramIsCutShort() throws IOException {
    for (int bytes : new int[] {0, 3, 79, 80, 100}) {
      ObjectNode all = vectors();
      ObjectNode vector = (ObjectNode) all.get("vectors").get(3);
      vector.put("datagram", vector.get("datagram").textValue().substring(0, 2 * bytes));

      CommandRun run = CommandRun.of("vectors", write("cut.json", all).toString());

      assertEquals(1, run.exitCode(), run.err());
      assertTrue(run.out().contains("vector 3: datagram:"), run.out());
    }
  }

  @Test
  void shouldNameFileAndIndexWhenVectorIsMalformed() throws IOException {
    ObjectNode all = vectors();
    ((ObjectNode) all.get("vectors").get(7)).put("kci", "abc");
    Path file = write("bad.json", all);

    CommandRun run = CommandRun.of("vectors", file.toString());

    assertEquals(2, run.exitCode());
    assertEquals(
        "rosa vectors: " + file + ": vector 7: 'kci' must be an even number of hex digits\n",
        run.err());
  }

  @Test
  void shouldRefuseFileThatIsNoVectorFile() throws IOException {
    for (String text : new String[] {"", "{", "[]", "{}", "{\"vectors\":[]}", "null", "{}{}"}) {
      Path file = Files.writeString(directory.resolve("no.json"), text);

      CommandRun run = CommandRun.of("vectors", file.toString());

      assertEquals(2, run.exitCode(), text);
      assertTrue(run.err().startsWith("rosa vectors: " + file + ":"), run.err());
      assertEquals(1, run.err().lines().count(), run.err());
    }
  }

  @Test
  void shouldRefuseFileThatIsNotThere() {
    CommandRun run = CommandRun.of("vectors", directory.resolve("none.json").toString());

    assertEquals(2, run.exitCode());
    assertTrue(run.err().endsWith("none.json: no such file\n"), run.err());
  }

  @Test
  void shouldListFailuresAsJsonWithoutKeys() throws IOException {
    ObjectNode all = vectors();
    ObjectNode vector = (ObjectNode) all.get("vectors").get(0);
    String kHmac = vector.get("kHmac").textValue();
    vector.put("epoch", 1);
    Path file = write("one.json", all);

    CommandRun run = CommandRun.of("vectors", "--json", file.toString());

    JsonNode json = JSON.readTree(run.out());
    assertEquals(1, run.exitCode());
    assertEquals(79, json.get("passed").intValue());
    assertEquals(0, json.get("failures").get(0).get("index").intValue());
    assertFalse(run.out().contains(kHmac));
  }

  @Test
  void shouldRefuseTooManyVectors() throws IOException {
    ObjectNode all = JSON.createObjectNode();
    ArrayNode list = all.putArray("vectors");
    for (int i = 0; i <= 100_000; i++) {
      list.add(i);
    }

    CommandRun run = CommandRun.of("vectors", write("many.json", all).toString());

    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("expected at most 100000"), run.err());
  }

  private Path write(String name, JsonNode json) throws IOException {
    return Files.writeString(directory.resolve(name), JSON.writeValueAsString(json));
  }

  private static ObjectNode vectors() throws IOException {
    try (InputStream in = VectorsCommandTest.class.getResourceAsStream("/vectors/rosa-v1.json")) {
      return (ObjectNode) JSON.readTree(in);
    }
  }
}
