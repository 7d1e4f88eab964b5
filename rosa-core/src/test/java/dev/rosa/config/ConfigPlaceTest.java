package dev.rosa.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigPlaceTest {
  record Sample(HostPort listen, Domain domain, Users users) {}

  record Domain(Duration skew, Duration maxWindow) {
    Domain {
      if (maxWindow != null && maxWindow.compareTo(skew) < 0) {
        throw new BadValueException("max-window", "is below skew, expected more");
      }
      if (skew.isZero()) {
        throw new BadValueException("skew", "is zero, expected more");
      }
    }
  }

  record Users(List<User> user) {
    Users {
      for (int i = 0; i < user.size(); i++) {
        String name = user.get(i).name();
        if (name != null && name.startsWith("r")) {
          throw new BadValueException("user[" + i + "]/name", "is " + name + ", expected a person");
        }
      }
    }
  }

  record User(String name, IpPrefix from) {}

  @TempDir Path folder;
  private Path file;
  private Problems problems;
  private ConfigFile<Sample> read;

  @BeforeEach
  void read() throws IOException {
    read(
        """
        <sample>
          <users>
            <user name="alice"
                  from="10.0.0.0/8"/>
            <user name="bob"/>
          </users>
          <domain skew="2s"/>
          <listen>h:1</listen>
        </sample>
        """);
  }

  private void read(String content) throws IOException {
    file = Files.writeString(folder.resolve("x.xml"), content);
    problems = new Problems(file);
    Optional<ConfigFile<Sample>> found =
        XmlConfig.read(file, "dev/rosa/config/sample.xsd", Sample.class, problems);
    read = found.orElseThrow();
  }

  private List<String> lines() {
    return problems.all().stream().map(line -> line.toString().replace(file + ":", "")).toList();
  }

  @Test
  void shouldNameKeyAndLineOfElementsAndAttributes() {
    read.at("listen").error("is busy");
    read.at("users").at("user", 0).at("from").error("is far");
    read.at("users").at("user", 1).warn("is new");
    read.root().mistake("there is no sun");
    assertEquals(
        List.of(
            "1: there is no sun",
            "4: <user from> is far",
            "5: warning: <user> is new",
            "8: <listen> is busy"),
        lines());
    assertEquals(file + ":7", read.at("domain").at("skew").where());
  }

  @Test
  void shouldNameTheElementsLineWhenTheFileLeavesAnAttributeOut() {
    read.at("domain").at("max-window").error("is long");
    assertEquals(List.of("7: <domain max-window> is long"), lines());
    assertTrue(read.at("domain").gives("skew"));
    assertFalse(read.at("domain").gives("max-window"));
  }

  @Test
  void shouldNotLookAtWhatAWrongKeyNames() throws IOException {
    read("<sample>\n<domain skew='2s'/>\n<listen/>\n</sample>");
    int before = lines().size();

    assertEquals(Optional.empty(), read.at("listen").read(() -> 5));
    assertEquals(Optional.of(5), read.at("domain").at("max-window").read(() -> 5));
    assertEquals(before, lines().size(), lines()::toString);
  }

  @Test
  void shouldReportWhatANamedFileSaysAtTheKeyAndProblemsInItAtTheirOwnLines() {
    read.at("listen")
        .check(
            () -> {
              throw new IOException("a.crt: no such\nfile");
            });
    assertEquals(Optional.of(5), read.at("listen").read(() -> 5));
    Path named = folder.resolve("named.xml");
    Problems ofNamed = new Problems(named);
    ofNamed.error(named, "no such file");
    ofNamed.add(new Problem(named, 3, false, "is wrong"));
    read.at("domain").add(ofNamed);
    assertEquals(
        List.of(
            "7: <domain>: " + named + ": no such file",
            "8: <listen>: a.crt: no such file",
            named + ":3: is wrong"),
        lines());
  }

  @Test
  void shouldReportEveryRefusalOfRecordsWithTheLineOfTheKey() throws IOException {
    read(
        """
        <sample>
          <listen>h:1</listen>
          <users>
            <user name="root"/>
            <user name="bob"/>
            <user
              name="r2"/>
          </users>
          <domain
            max-window="1s"
            skew="2s"/>
        </sample>
        """);
    assertEquals(
        List.of(
            "4: <user name> is root, expected a person",
            "7: <user name> is r2, expected a person",
            "10: <domain max-window> is below skew, expected more"),
        lines());
  }
}
