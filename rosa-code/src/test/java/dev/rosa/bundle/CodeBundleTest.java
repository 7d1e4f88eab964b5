package dev.rosa.bundle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.CompiledBundle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class CodeBundleTest {

  private static final byte[] TEXT = "text".getBytes(StandardCharsets.US_ASCII);

  @Test
  void shouldDescribeItselfWhenBundleIsGood() throws BundleException {
    byte[] jar = CompiledBundle.onPacket("").attribute("Rosa-Failure-Policy", "forward").jar();
    CodeBundle bundle = CodeBundle.open(jar, BundleLimits.defaults());
    assertEquals(CodeDigest.ofBundle(jar), bundle.digest());
    assertEquals("net.example.App", bundle.entryClass());
    assertEquals(FailurePolicy.FORWARD, bundle.failurePolicy());
    assertEquals(jar.length, bundle.sizeBytes());
    assertArrayEquals(
        CompiledBundle.onPacket("").classFiles().get("net/example/App.class"),
        bundle.classes().get("net.example.App"));
  }

  @Test
  void shouldDropOnFailureWhenManifestSaysNothing() throws BundleException {
    byte[] jar = CompiledBundle.onPacket("").jar();
    FailurePolicy policy = CodeBundle.open(jar, BundleLimits.defaults()).failurePolicy();
    assertEquals(FailurePolicy.DROP, policy);
  }

  @Test
  void shouldAcceptWhenInterfaceComesThroughBundleSuperclass() throws BundleException {
    byte[] jar =
        CompiledBundle.of("a.App", "package a; public class App extends Base {}")
            .source(
                "a.Base",
                """
                package a;
                abstract class Base implements dev.rosa.api.ActiveApplication {
                  public void onPacket(dev.rosa.api.Packet packet) {}
                }
                """)
            .jar();
    assertEquals("a.App", CodeBundle.open(jar, BundleLimits.defaults()).entryClass());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "class App { }|is not public and concrete",
        "public class App { }|does not implement dev.rosa.api.ActiveApplication",
        "public abstract class App implements ActiveApplication { }|is not public and concrete",
        "public interface App extends ActiveApplication { }|is not public and concrete",
        "public class App implements ActiveApplication { App() {} public void onPacket(Packet p)"
            + " {} }|has no public constructor without arguments",
        "public class App implements ActiveApplication { public App(int i) {} public void"
            + " onPacket(Packet p) {} }|has no public constructor without arguments",
      })
  void shouldRefuseWhenEntryClassCannotBeStarted(String source, String expected) {
    byte[] jar = CompiledBundle.of("a.App", "package a; import dev.rosa.api.*; " + source).jar();
    assertRefused(jar, "entry class a.App " + expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "Rosa-Entry-Class|-|META-INF/MANIFEST.MF has no Rosa-Entry-Class",
        "Rosa-Entry-Class|net.example.Other|is 'net.example.Other', which is not in the bundle",
        "Rosa-Failure-Policy|explode|is 'explode', expected drop or forward",
        "Multi-Release|true|cannot be multi-release",
        "Class-Path|other.jar|Class-Path has no meaning",
      })
  void shouldRefuseWhenManifestIsWrong(String attribute, String value, String expected) {
    assertRefused(CompiledBundle.onPacket("").attribute(attribute, value).jar(), expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "../evil.txt|not a plain path",
        "a/../../evil.txt|not a plain path",
        "/etc/passwd|not a plain path",
        "C:/evil.txt|not a plain path",
        "a\\b.txt|not a plain path",
        "a//b.txt|not a plain path",
        "META-INF/ALICE.SF|leftover of a signed jar",
        "META-INF/alice.rsa|leftover of a signed jar",
        "META-INF/versions/9/net/example/App.class|cannot be multi-release",
        "lib/inner.jar|is a jar within the bundle",
        "java/lang/Evil.class|is in a package that a bundle may not have (java.*)",
        "javax/Evil.class|is in a package that a bundle may not have (javax.*)",
        "jdk/internal/Evil.class|is in a package that a bundle may not have (jdk.*)",
        "sun/misc/Evil.class|is in a package that a bundle may not have (sun.*)",
        "dev/rosa/api/Evil.class|is in a package that a bundle may not have (dev.rosa.*)",
        "dev/rosa/keys/Evil.class|is in a package that a bundle may not have (dev.rosa.*)",
        "net/example/Bad.class|is not a class file",
      })
  void shouldRefuseWhenEntryDoesNotBelongInBundle(String path, String expected) {
    assertRefused(CompiledBundle.onPacket("").file(path, TEXT).jar(), expected);
  }

  @Test
  void shouldRefuseWhenEntryIsZipUnderAnotherName() {
    byte[] inner = CompiledBundle.zip(Map.of("a", TEXT));
    assertRefused(
        CompiledBundle.onPacket("").file("data.bin", inner).jar(), "is a jar within the bundle");
  }

  @Test
  void shouldKeepSamplesWhenBundleBringsThem() throws BundleException {
    byte[] one = {1, 2, 3};
    byte[] jar =
        CompiledBundle.onPacket("")
            .file("META-INF/rosa/samples/one", one)
            .file("notes.txt", new byte[2_000])
            .jar();
    CodeBundle bundle = CodeBundle.open(jar, BundleLimits.defaults());
    assertEquals(1, bundle.samples().size());
    assertArrayEquals(one, bundle.samples().get(0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1_201})
  void shouldRefuseWhenSampleFitsNoPacket(int bytes) {
    assertRefused(
        CompiledBundle.onPacket("").file("META-INF/rosa/samples/one", new byte[bytes]).jar(),
        "META-INF/rosa/samples/one has " + bytes + " bytes, a sample has 1 to 1200");
  }

  @Test
  void shouldRefuseWhenThereAreTooManySamples() {
    CompiledBundle bundle = CompiledBundle.onPacket("");
    for (int i = 0; i <= 16; i++) {
      bundle.file("META-INF/rosa/samples/" + i, new byte[] {1});
    }
    assertRefused(bundle.jar(), "one too many, a bundle has at most 16 samples");
  }

  @Test
  void shouldRefuseWhenClassIsAnotherThanItsPath() {
    byte[] app = CompiledBundle.onPacket("").classFiles().get("net/example/App.class");
    assertRefused(
        CompiledBundle.onPacket("").file("net/example/B.class", app).jar(),
        "net/example/B.class holds the class net.example.App");
  }

  @Test
  void shouldRefuseWhenMemberNameHoldsLineBreak() {
    CompiledBundle bundle =
        CompiledBundle.of(
            "a.App",
            """
            package a;
            public class App implements dev.rosa.api.ActiveApplication {
              int nameXafterBreak;
              public void onPacket(dev.rosa.api.Packet packet) {}
            }
            """);
    byte[] app = bundle.classFiles().get("a/App.class");
    replaceAll(app, "nameXafter", "name\nafter");
    assertRefused(
        bundle.file("a/App.class", app).jar(),
        "a/App.class has a field whose name cannot be printed: name?afterBreak");
  }

  @ParameterizedTest
  @CsvSource({"51", "62", "65", "0"})
  void shouldRefuseWhenClassFileVersionIsUnknown(int major) {
    byte[] app = CompiledBundle.onPacket("").classFiles().get("net/example/App.class");
    app[6] = (byte) (major >>> 8);
    app[7] = (byte) major;
    assertRefused(
        CompiledBundle.onPacket("").file("net/example/App.class", app).jar(),
        "net/example/App.class has class file version " + major + ", expected 52 to 61");
  }

  @Test
  void shouldAcceptWhenCompiledForOlderRelease() throws BundleException {
    byte[] jar = CompiledBundle.onPacket("").release(11).jar();
    assertEquals("net.example.App", CodeBundle.open(jar, BundleLimits.defaults()).entryClass());
  }

  @Test
  void shouldRefuseWhenBytesAreNoJar() {
    assertRefused(new byte[0], "not a jar: the file is empty");
    byte[] whole = CompiledBundle.onPacket("").jar();
    assertRefused(Arrays.copyOf(whole, whole.length - 30), "not a jar: it has no end");
    assertRefused(
        "#!/bin/sh\necho hello, I am no jar\n".getBytes(StandardCharsets.UTF_8), "not a jar");
    assertRefused(new byte[4096], "not a jar");
  }

  @Test
  void shouldRefuseWhenLimitIsExceeded() {
    byte[] jar = CompiledBundle.onPacket("").jar();
    BundleLimits wide = BundleLimits.defaults();
    assertRefused(jar, wide.withBundleBytes(jar.length - 1), "at most " + (jar.length - 1));
    assertRefused(jar, new BundleLimits(1 << 20, 1, 1 << 20, 1 << 18, 200), "2 entries, at most 1");
    assertRefused(jar, new BundleLimits(1 << 20, 9, 1 << 20, 300, 200), "at most 300 are taken");
    assertRefused(jar, new BundleLimits(1 << 20, 9, 1 << 20, 1 << 18, 10), "at most 10 are taken");
  }

  @Test
  void shouldRefuseBeforeInflatingWhenContentIsBomb() {
    CompiledBundle bomb = CompiledBundle.onPacket("");
    for (int i = 0; i < 40; i++) {
      bomb.file("zeros" + i, new byte[200 << 10]);
    }
    byte[] jar = bomb.jar();
    assertTrue(jar.length < 100 << 10);
    assertRefused(jar, "at most 4194304 are taken");
    assertRefused(CompiledBundle.onPacket("").file("z", new byte[9 << 20]).jar(), "more than");
  }

  @Test
  void shouldRefuseWhenEntryInflatesToMoreThanItClaims() {
    byte[] jar = CompiledBundle.onPacket("").file("zeros", new byte[100_000]).jar();
    int central = lastIndexOf(jar, "zeros") - 46;
    ByteBuffer.wrap(jar).order(ByteOrder.LITTLE_ENDIAN).putInt(central + 24, 10);
    assertRefused(jar, "entry zeros does not inflate to the size it claims");
  }

  @Test
  void shouldRefuseWhenEntryIsThereTwice() {
    byte[] jar = CompiledBundle.onPacket("").file("one", TEXT).file("two", TEXT).jar();
    replaceAll(jar, "two", "one");
    assertRefused(jar, "entry one is in the bundle twice");
  }

  @Test
  void shouldRefuseWhenDirectoriesDisagree() {
    byte[] jar = CompiledBundle.onPacket("").file("one", TEXT).jar();
    int central = lastIndexOf(jar, "one");
    jar[central] = 'x';
    assertRefused(jar, "entry xne is described differently");
  }

  @Test
  void shouldRefuseWhenBytesStandBeforeOrBehindJar() {
    byte[] jar = CompiledBundle.onPacket("").jar();
    byte[] longer = Arrays.copyOf(jar, jar.length + 1);
    assertRefused(longer, "not a jar");
    byte[] shifted = new byte[jar.length + 1];
    System.arraycopy(jar, 0, shifted, 1, jar.length);
    assertRefused(shifted, "not a jar");
  }

  @Test
  void shouldRefuseOrPassButNeverFailWhenAnyByteIsChanged() {
    byte[] jar = CompiledBundle.onPacket("packet.drop();").jar();
    AllowListVerifier verifier = new AllowListVerifier();
    Random random = new Random(3);
    for (int round = 0; round < 800; round++) {
      byte[] changed = jar.clone();
      for (int i = 0; i <= round % 3; i++) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      openAndVerify(verifier, changed);
    }
  }

  @Test
  void shouldRefuseOrPassButNeverFailWhenClassFileIsChanged() {
    byte[] app =
        CompiledBundle.onPacket("Runnable r = () -> packet.drop(); r.run();")
            .classFiles()
            .get("net/example/App.class");
    AllowListVerifier verifier = new AllowListVerifier();
    byte[] manifest =
        "Manifest-Version: 1.0\r\nRosa-Entry-Class: net.example.App\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);
    Random random = new Random(4);
    for (int round = 0; round < 800; round++) {
      byte[] changed = app.clone();
      changed[8 + random.nextInt(changed.length - 8)] = (byte) random.nextInt();
      Map<String, byte[]> files =
          Map.of("META-INF/MANIFEST.MF", manifest, "net/example/App.class", changed);
      openAndVerify(verifier, CompiledBundle.zip(files));
    }
  }

  private static void openAndVerify(AllowListVerifier verifier, byte[] jar) {
    try {
      verifier.verify(CodeBundle.open(jar, BundleLimits.defaults()));
    } catch (BundleException e) {
      assertFalse(e.getMessage().contains("\n"), e::getMessage);
    }
  }

  private static void replaceAll(byte[] jar, String from, String to) {
    String text = new String(jar, StandardCharsets.ISO_8859_1).replace(from, to);
    System.arraycopy(text.getBytes(StandardCharsets.ISO_8859_1), 0, jar, 0, jar.length);
  }

  private static int lastIndexOf(byte[] jar, String text) {
    return new String(jar, StandardCharsets.ISO_8859_1).lastIndexOf(text);
  }

  private static void assertRefused(byte[] jar, String expected) {
    assertRefused(jar, BundleLimits.defaults(), expected);
  }

  private static void assertRefused(byte[] jar, BundleLimits limits, String expected) {
    BundleException refusal =
        assertThrows(BundleException.class, () -> CodeBundle.open(jar, limits));
    assertTrue(refusal.getMessage().contains(expected), refusal::getMessage);
  }
}
