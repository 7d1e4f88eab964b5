package dev.rosa.provider;

import static dev.rosa.provider.ProvidersFile.suite;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.wire.active.Suite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars and classes that {@code providers.xml} names: absent, broken, or no provider at all. */
@Tag("jdk")
class ProviderJarsXmlTest {

  @TempDir private Path folder;
  private ProvidersFile file;

  @BeforeEach
  void makeFile() {
    FakeWorld world = new FakeWorld();
    world.engine("multi-buffer", 100);
    file = new ProvidersFile(folder, world);
  }

  @Test
  void shouldTakeADeclarationWhoseJarIsNotThereWhenNobodyUsesIt() throws Exception {
    assertEquals(
        "SunJCE",
        file.load("<provider name='A' class='a.B' jar='a.jar'/>").servedBy().get(Suite.HMAC_MD5));
  }

  @Test
  void shouldLetTheNextServeWhenAnOptionalJarIsNotThere() throws Exception {
    assertEquals(
        "SunJCE",
        file.load(
                "<provider name='A' class='a.B' jar='a.jar'/>"
                    + suite(
                        "HMAC-MD5",
                        "<serve provider='A' optional='true'/><serve provider='SunJCE'/>"))
            .servedBy()
            .get(Suite.HMAC_MD5));
  }

  @Test
  void shouldRefuseABrokenJarWhetherItIsUsedOrNotAndEvenIfOptional() throws Exception {
    byte[] whole = StandInProvider.provider();
    Map<String, byte[]> contents =
        Map.of(
            "empty.jar",
            new byte[0],
            "text.jar",
            "no jar".getBytes(java.nio.charset.StandardCharsets.UTF_8),
            "cut.jar",
            java.util.Arrays.copyOf(whole, whole.length / 2));
    for (Map.Entry<String, byte[]> content : contents.entrySet()) {
      Path jar = Files.write(folder.resolve(content.getKey()), content.getValue());
      String declared =
          "<provider name='A' class='a.B' jar='" + content.getKey() + "' optional='true'/>";
      String refusal = ":2: provider A: " + jar + " is no jar that can be read: ";
      file.assertRefused(refusal, declared);
      file.assertRefused(
          refusal, declared + suite("HMAC-MD5", "<serve provider='A' optional='true'/>"));
    }
    Files.createDirectory(folder.resolve("folder.jar"));
    file.assertRefused(
        ":2: provider A: " + folder.resolve("folder.jar") + " is no jar that can be read: expected",
        "<provider name='A' class='a.B' jar='folder.jar'/>");
  }

  @Test
  void shouldRefuseAnUnknownClassWhetherItIsUsedOrNot() throws Exception {
    StandInProvider.drop(folder);
    file.assertRefused(
        ":2: provider A: there is no class no.such.P in ROSA, and no jar is named",
        "<provider name='A' class='no.such.P'/>");
    file.assertRefused(
        ":2: provider A: there is no class no.such.P in " + folder.resolve("standin.jar"),
        "<provider name='A' class='no.such.P' jar='standin.jar'/>");
    file.assertRefused(
        ":2: provider A: class no.such.P cannot be loaded from " + folder.resolve("standin.jar"),
        "<provider name='A' class='no.such.P' jar='standin.jar'/>"
            + suite("HMAC-MD5", "<serve provider='A' optional='true'/>"));
  }

  @Test
  void shouldRefuseAClassThatIsNoProviderOrCannotBeConstructed() throws Exception {
    file.assertRefused(
        ":2: provider A: class java.lang.String cannot be loaded: ClassCastException",
        "<provider name='A' class='java.lang.String'/>"
            + suite("HMAC-MD5", "<serve provider='A' optional='true'/>"));
    assertBroken("private P() { super(\"P\", \"1\", \"\"); }", "NoSuchMethodException");
    assertBroken(
        "public P() { super(\"P\", \"1\", \"\"); throw new IllegalStateException(\"in\\nside\"); }",
        "IllegalStateException: in side");
    assertBroken(
        "public P() { super(\"P\", \"1\", \"\"); } static { if (true) throw new"
            + " IllegalStateException(\"early\"); }",
        "IllegalStateException: early");
  }

  @Test
  void shouldCallAProviderAbsentThatCannotLoadItsLibraryOrSaysSoItself() throws Exception {
    assertAbsent(
        "static { System.loadLibrary(\"nosuchlibrary\"); }",
        "its native library cannot be loaded: no nosuchlibrary in java.library.path");
    assertAbsent(
        "{ if (true) throw new java.security.ProviderException(\"A is not available: no CPU\"); }",
        "no CPU");
    assertAbsent(
        "public Throwable getLoadingError() { return new RuntimeException(\"bad lib\"); }",
        "its native library cannot be loaded: RuntimeException: bad lib");
  }

  private void assertBroken(String body, String error) throws Exception {
    file.assertRefused(
        ":2: provider A: class net.example.P cannot be loaded from "
            + file.jarOf(body)
            + ": "
            + error,
        serveA());
  }

  private void assertAbsent(String body, String reason) throws Exception {
    file.jarOf("public P() { super(\"P\", \"1\", \"\"); }\n" + body);
    file.assertRefused(
        ":2: no provider serves HMAC-MD5: every one named is absent: A (" + reason, serveA());
  }

  private static String serveA() {
    return "<provider name='A' class='net.example.P' jar='p.jar'/>"
        + suite("HMAC-MD5", "<serve provider='A' optional='true'/>");
  }
}
