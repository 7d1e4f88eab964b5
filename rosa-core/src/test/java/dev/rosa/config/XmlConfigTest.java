package dev.rosa.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("jdk")
class XmlConfigTest {
  record Sample(
      HostPort listen,
      Duration timeout,
      ByteSize limit,
      Path storage,
      Domain domain,
      Users users) {}

  record Domain(Duration skew, Duration maxWindow) {}

  record Users(List<User> user) {
    Users {
      user = user == null ? List.of() : List.copyOf(user);
    }
  }

  record User(String name, IpPrefix from) {}

  private static final String XSD = "dev/rosa/config/sample.xsd";

  @TempDir Path folder;

  @Test
  void shouldReadEveryKindOfValueWhenFileIsValid() throws Exception {
    Sample sample =
        load(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- order does not matter -->
            <sample>
              <users><user name="alice" from="10.0.1.0/24"/><user name="bob"/></users>
              <storage>../data/as.db</storage>
              <listen> 127.0.0.1:7001 </listen>
              <domain skew="250ms" max-window="1h"/>
              <limit>64KiB</limit>
            </sample>
            """);
    assertEquals(new HostPort("127.0.0.1", 7001), sample.listen());
    assertEquals(new ByteSize(65_536), sample.limit());
    assertEquals(folder.getParent().resolve("data/as.db"), sample.storage());
    assertEquals(new Domain(Duration.ofMillis(250), Duration.ofHours(1)), sample.domain());
    assertEquals(List.of("alice", "bob"), sample.users().user().stream().map(User::name).toList());
    assertTrue(sample.users().user().get(0).from().contains(InetAddress.getByName("10.0.1.77")));
  }

  @Test
  void shouldReadEmptyListWhenElementIsEmpty() throws Exception {
    assertEquals(List.of(), load("<sample><listen>h:1</listen><users/></sample>").users().user());
    assertEquals(
        1,
        load("<sample><listen>h:1</listen><users><user name='a'/></users></sample>")
            .users()
            .user()
            .size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <listen>h:1</listen><colour/> | 2: <colour> is not a known key of <sample>, expected one of listen, timeout, limit, storage, domain, users
          <listen>h:1</listen><listen>h:2</listen> | 2: <listen> is given twice, expected it once
          <limit>1MiB</limit> | 1: <sample> has no <listen>, expected that key
          <listen>h:1</listen><timeout>5 parsecs</timeout> | 2: <timeout> is '5 parsecs', expected a time with unit such as 250ms, 2s, 5m, 1h, 1d
          <listen>h:1</listen><timeout/> | 2: <timeout> is '', expected a time with unit such as 250ms, 2s, 5m, 1h, 1d
          <listen>nowhere</listen> | 2: <listen> is 'nowhere', expected HOST:PORT such as 127.0.0.1:7001 or [::1]:7001
          <listen>h:1</listen><domain skew="2"/> | 2: <domain skew> is '2', expected a time with unit such as 250ms, 2s, 5m, 1h, 1d
          <listen>h:1</listen><domain/> | 2: <domain> has no skew, expected skew="…" with a time with unit such as 250ms, 2s, 5m, 1h, 1d
          <listen>h:1</listen><domain skew="2s" hue="red"/> | 2: <domain hue> is not a known key, expected skew, max-window
          <listen>h:1</listen><domain skew="2s" skew="3s"/> | 2: <domain> has skew twice, expected it once
          <listen>h:1</listen><users><user name="a"/><user name="a"/></users> | 2: <user> 'a' is given twice, expected each only once
          <listen>h:1</listen><users><group/></users> | 2: <group> is not a known key of <users>, expected one of user
          <listen>h:1</listen><users>alice</users> | 2: <users> contains text, expected only user
          <listen>h:1</listen><limit><big/></limit> | 2: <limit> contains <big>, expected no element inside
          <listen>h:1</listen><users><user name="a"><x/></user></users> | 2: <user> contains <x>, expected no element inside
          """)
  void shouldNameLineAndExpectationWhenSchemaIsViolated(String body, String expected)
      throws IOException {
    Path file = write("<sample>\n" + body + "\n</sample>\n");
    String message = assertThrows(ConfigException.class, () -> read(file)).getMessage();
    assertEquals(file + ":" + expected, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <listen>h:70000</listen> | 2: <listen> is port 70000, expected a port from 0 to 65535
          <listen>h:1</listen><users><user name="a" from="10.0.1.7/24"/></users> | 2: <user from> is '10.0.1.7/24' with bits set after the prefix, expected a network such as 10.0.1.0/24
          """)
  void shouldNameLineWhenValueRefusesItself(String body, String expected) throws IOException {
    Path file = write("<sample>\n" + body + "\n</sample>\n");
    String message = assertThrows(ConfigException.class, () -> read(file)).getMessage();
    assertEquals(file + ":" + expected, message);
  }

  @Test
  void shouldNameTheLineOfElementsAndAttributesWhenTagsHaveSeveralLines() {
    assertProblems(
        """
        <sample>
          <!-- a comment
               <timeout>never</timeout> -->
          <timeout
            >
            soon
          </timeout>
          <domain skew="2s"
                  max-window = 'long'
                  hue="a b='c'" />
          <listen>h:70000</listen>
          <users>
            <user
              name="a"
              from="10.0.1.7/24"/>
          </users>
        </sample>
        """,
        "4: <timeout> is 'soon', expected a time with unit such as 250ms, 2s, 5m, 1h, 1d",
        "9: <domain max-window> is 'long', expected a time with unit such as 250ms, 2s, 5m, 1h, 1d",
        "10: <domain hue> is not a known key, expected skew, max-window",
        "11: <listen> is port 70000, expected a port from 0 to 65535",
        "15: <user from> is '10.0.1.7/24' with bits set after the prefix, expected a network such"
            + " as 10.0.1.0/24");
  }

  @Test
  void shouldFindWhatAnEarlierMistakeHidesFromTheValidator() {
    assertProblems(
        """
        <sample>
          <colour/>
          <shape/>
          <domain hue="red" tone="dark"/>
          <limit>much</limit>
          <limit>1MiB</limit>
          <users>
            <group/>
            <team/>
            <user name="a"/>
            <user name="a"/>
            <user name="A"/>
          </users>
        </sample>
        """,
        "1: <sample> has no <listen>, expected that key",
        "2: <colour> is not a known key of <sample>, expected one of listen, timeout, limit,"
            + " storage, domain, users",
        "3: <shape> is not a known key of <sample>, expected one of listen, timeout, limit,"
            + " storage, domain, users",
        "4: <domain hue> is not a known key, expected skew, max-window",
        "4: <domain tone> is not a known key, expected skew, max-window",
        "4: <domain> has no skew, expected skew=\"…\" with a time with unit such as 250ms, 2s, 5m,"
            + " 1h, 1d",
        "5: <limit> is 'much', expected a size with unit such as 512B, 64KiB, 1MiB",
        "6: <limit> is given twice, expected it once",
        "8: <group> is not a known key of <users>, expected one of user",
        "9: <team> is not a known key of <users>, expected one of user",
        "11: <user> 'a' is given twice, expected each only once",
        "12: <user name> is 'A', expected a name of up to 63 lower-case letters, digits, dots and"
            + " hyphens that starts with a letter or digit");
  }

  @Test
  void shouldNotCallAKeyMissingThatIsWrong() {
    assertProblems(
        """
        <sample>
          <listen>nowhere</listen>
          <domain skew="fast"/>
        </sample>
        """,
        "2: <listen> is 'nowhere', expected HOST:PORT such as 127.0.0.1:7001 or [::1]:7001",
        "3: <domain skew> is 'fast', expected a time with unit such as 250ms, 2s, 5m, 1h, 1d");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <listen x="1">h:1</listen> | 2: <listen x> is not a known key, expected no attribute
          <listen>h:1</listen><timeout>999999999999d</timeout> | 2: <timeout> is '999999999999d', expected a time of at most 36500d
          <listen>h:1</listen><users xmlns:p='urn:p' p:x='1'/> | 2: <users p:x> is not a known key, expected one without a prefix
          """)
  void shouldRefuseWhatASchemaOfItsOwnWouldLetPass(String body, String expected) {
    assertProblems("<sample>\n" + body + "\n</sample>\n", expected);
  }

  @Test
  void shouldRefuseElementsThatAreNestedWithoutEnd() throws IOException {
    Path file = write("<sample>".repeat(50_000));
    String message = assertThrows(ConfigException.class, () -> read(file)).getMessage();
    assertEquals(file + ": cannot be parsed: line 1 is nested too deep", message);
  }

  @Test
  void shouldEndWithinBoundsWhenEverythingIsWrong() throws IOException {
    Path file = write("<sample>" + "\n<x/>".repeat(100_000) + "</sample>");
    ConfigException refused = assertThrows(ConfigException.class, () -> read(file));
    assertTrue(refused.lines().size() <= Problems.MOST + 1);
  }

  /** The parser counts columns and lines behind it in its own way. */
  @Test
  void shouldReadAFileWhoseXmlDeclarationHasSeveralLines() throws Exception {
    String sample =
        "<?xml \nversion='1.0' encoding='UTF-8'?>\n<sample>\n<listen>h:1</listen></sample>";
    assertEquals(new HostPort("h", 1), load(sample).listen());
  }

  private void assertProblems(String content, String... expected) {
    ConfigException refused = assertThrows(ConfigException.class, () -> load(content));
    String prefix = folder.resolve("sample.xml") + ":";
    assertEquals(
        List.of(expected), refused.lines().stream().map(line -> line.replace(prefix, "")).toList());
  }

  @Test
  void shouldRefuseDocumentTypeWhenEntitiesAreDeclared() throws IOException {
    Path file =
        write("<!DOCTYPE sample [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>\n<sample>&x;</sample>");
    String message = assertThrows(ConfigException.class, () -> read(file)).getMessage();
    assertEquals(
        file + ":1: <!DOCTYPE> is not allowed, expected a configuration without DTD and entities",
        message);
  }

  @Test
  void shouldNameRootWhenFileIsOfAnotherRole() throws IOException {
    Path file = write("<router/>");
    String message = assertThrows(ConfigException.class, () -> read(file)).getMessage();
    assertEquals(file + ":1: <router> is the root, expected <sample>", message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|:1: is empty or ends too early, expected a configuration",
        "plain text|:1: has text before the first element, expected XML, which begins with '<'",
        "' <?xml version=\"1.0\"?><sample/>'"
            + "|:1: has something before <?xml …?>, expected that at the very begin of the file",
        "<sample><users>|:1: ends before its elements do, expected an end tag for each of them"
      },
      quoteCharacter = '\'')
  void shouldSayInPlainWordsWhatIsNoXml(String content, String sentence) throws IOException {
    Path file = write(content);
    String message = assertThrows(ConfigException.class, () -> read(file)).getMessage();
    assertEquals(file + sentence, message);
  }

  @Test
  void shouldSayNotWellFormedWhenTagsDoNotMatch() throws IOException {
    Path file = write("<sample>\n<listen>h:1</sample>");
    String message = assertThrows(ConfigException.class, () -> read(file)).getMessage();
    assertTrue(message.startsWith(file + ":2: is not well-formed XML: "), message);
    assertFalse(message.contains("\n"));
  }

  @Test
  void shouldSayWhatIsWrongWhenFileCannotBeRead() throws IOException {
    Path missing = folder.resolve("missing.xml");
    assertEquals(
        missing + ": no such file, expected a configuration",
        assertThrows(ConfigException.class, () -> read(missing)).getMessage());
    assertEquals(
        folder + ": is a folder, expected a file",
        assertThrows(ConfigException.class, () -> read(folder)).getMessage());
    Path large = folder.resolve("large.xml");
    Files.write(large, new byte[XmlConfig.MAX_BYTES + 1]);
    assertEquals(
        large + ": is larger than 1MiB, expected a smaller file",
        assertThrows(ConfigException.class, () -> read(large)).getMessage());
  }

  @Test
  void shouldRefuseWhenBytesAreNotText() throws IOException {
    Path file = folder.resolve("latin.xml");
    Files.write(file, "<sample>\u00e9</sample>".getBytes(StandardCharsets.ISO_8859_1));
    String message = assertThrows(ConfigException.class, () -> read(file)).getMessage();
    assertEquals(file + ":1: is not text in the encoding it declares, expected UTF-8", message);
  }

  private Sample load(String content) throws Exception {
    return read(write(content));
  }

  private static Sample read(Path file) throws ConfigException {
    return XmlConfig.load(file, XSD, Sample.class);
  }

  private Path write(String content) throws IOException {
    return Files.writeString(folder.resolve("sample.xml"), content);
  }
}
