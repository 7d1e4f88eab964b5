package dev.rosa.examples.transcoder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.bundle.AllowListVerifier;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.bundle.RecordingPacket;
import dev.rosa.testkit.CompiledBundle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TranscoderTest {

  /** Codes as transmitted, computed by an independent encoder of ITU-T G.711, table 2. */
  @ParameterizedTest
  @CsvSource({
    "0,255",
    "7,254",
    "8,254",
    "-1,127",
    "-8,126",
    "32767,128",
    "-32768,0",
    "32635,128",
    "100,242",
    "-100,114",
    "1000,206",
    "-1000,78",
    "132,239",
    "16000,144",
    "-16000,16"
  })
  void shouldEncodeAsRecommendationSaysWhenSampleIsGiven(int sample, int code) {
    assertEquals(code, MuLaw.encode(sample) & 0xff);
  }

  @ParameterizedTest
  @CsvSource({
    // Plain header, marker set.
    "80e00001000000a011223344 00007fff8000,80800001000000a011223344 ff8000",
    // Two contributing sources.
    "82600001000000a011223344 aaaaaaaabbbbbbbb 00007fff,"
        + "82000001000000a011223344 aaaaaaaabbbbbbbb ff80",
    // Extension of one word.
    "90600001000000a011223344 bede000110203040 00007fff,"
        + "90000001000000a011223344 bede000110203040 ff80",
    // Padding of four bytes.
    "a0600001000000a011223344 00007fff00000004,a0000001000000a011223344 ff8000000004",
  })
  void shouldHalveAudioAndKeepHeaderWhenPayloadIsLinearPcm(String before, String after) {
    RecordingPacket packet = run(new RecordingPacket(bytes(before)));
    assertEquals(after.replace(" ", ""), HexFormat.of().formatHex(packet.payload()));
    assertEquals(1, packet.count("transcoded"));
    assertEquals(0, packet.count("passed"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "80600001000000a0112233",
        "80600001000000a011223344",
        "80000001000000a011223344 00007fff",
        "40600001000000a011223344 00007fff",
        "80600001000000a011223344 00007f",
        "8f600001000000a011223344 00007fff",
        "90600001000000a011223344 bede",
        "90600001000000a011223344 bedeffff 00007fff",
        "a0600001000000a011223344 00007f00",
        "a0600001000000a011223344 00007fff000000ff",
        "b0600001000000a011223344 bede0000 00000008",
      })
  void shouldPassUnchangedWhenPayloadIsSomethingElse(String payload) {
    RecordingPacket packet = run(new RecordingPacket(bytes(payload)));
    assertArrayEquals(bytes(payload), packet.payload());
    assertEquals(1, packet.count("passed"));
    assertEquals(0, packet.count("transcoded"));
  }

  @Test
  void shouldPassUnchangedWhenGrantLacksReadOrModify() {
    byte[] audio = bytes("80600001000000a011223344 00007fff");
    assertArrayEquals(audio, run(new RecordingPacket(audio).withoutRead()).payload());
    assertArrayEquals(audio, run(new RecordingPacket(audio).withoutModify()).payload());
  }

  @Test
  void shouldBeAdmittedWhenVerified() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    String manifest =
        "Manifest-Version: 1.0\r\nRosa-Entry-Class: " + Transcoder.class.getName() + "\r\n\r\n";
    files.put("META-INF/MANIFEST.MF", manifest.getBytes(StandardCharsets.US_ASCII));
    for (Class<?> type : new Class<?>[] {Transcoder.class, MuLaw.class}) {
      String path = type.getName().replace('.', '/') + ".class";
      files.put(path, Files.readAllBytes(Path.of("target/classes", path)));
    }
    byte[] jar = CompiledBundle.zip(files);
    assertDoesNotThrow(
        () -> new AllowListVerifier().verify(CodeBundle.open(jar, BundleLimits.defaults())));
  }

  private static RecordingPacket run(RecordingPacket packet) {
    Transcoder transcoder = new Transcoder();
    transcoder.start(packet);
    transcoder.onPacket(packet);
    return packet;
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }
}
