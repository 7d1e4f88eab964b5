package dev.rosa.proxy;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.rosa.command.Commands;
import dev.rosa.config.Problem;
import dev.rosa.config.Problems;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.testkit.TakenPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Things that a proxy needs beside its kernel part, which it and --validate look for first. */
class StartCheckTest {
  @TempDir private Path folder;

  private LoadedRules loaded(String elements) throws IOException {
    Path file = Files.writeString(folder.resolve("p.xml"), text(elements));
    return LoadedRules.read(file, new Problems(file), 1).orElseThrow();
  }

  private static String text(String elements) {
    return "<proxy>\n" + elements + "<rules/></proxy>";
  }

  private String obstacle(String elements) throws IOException {
    LoadedRules loaded = loaded(elements);
    return assertThrows(IOException.class, () -> StartCheck.run(loaded)).getMessage();
  }

  @Test
  void shouldFindFilesAndAddressesThatCannotBeHad() throws IOException {
    Files.writeString(folder.resolve("file"), "");

    assertTrue(obstacle("<log file='file/proxy.log'/>").contains("cannot be written"));
    String operators = obstacle("<operators socket='file/proxy.sock'/>");
    assertTrue(operators.contains(folder + "/file"), operators);
    String status = obstacle("<status>192.0.2.1:7008</status>");
    assertTrue(status.startsWith("cannot serve the status"), status);
  }

  @Test
  void shouldLetAProxyStartWhoseStatusPortIsTaken() throws IOException {
    try (TakenPort taken = new TakenPort()) {
      LoadedRules loaded = loaded("<status>" + taken.place() + "</status>");
      assertDoesNotThrow(() -> StartCheck.run(loaded));
    }
  }

  @Test
  void shouldLeaveNothingOpen() throws IOException {
    LoadedRules loaded =
        loaded(
            "<status>127.0.0.1:0</status><operators socket='run/proxy.sock'/>"
                + "<log file='logs/proxy.log'/>");

    assertDoesNotThrow(() -> StartCheck.run(loaded));
    assertDoesNotThrow(() -> StartCheck.run(loaded));
    assertFalse(Files.exists(folder.resolve("run/proxy.sock")));
  }

  private String found(String elements) throws IOException {
    List<Problem> problems = allFound(elements);
    assertEquals(1, problems.size(), problems::toString);
    return problems.get(0).toString();
  }

  /** Those of the second line; the first has no interfaces. */
  private List<Problem> allFound(String elements) throws IOException {
    Path file = Files.writeString(folder.resolve("p.xml"), text(elements));
    ProxyCommand command = new ProxyCommand();
    Problems problems = new Problems(file);
    Object unused = Commands.commandLine(command).parseArgs("--config", file.toString());
    command.validate(problems);
    return problems.all().stream().filter(problem -> problem.line() == 2).toList();
  }

  @Test
  void shouldWarnOfASocketWhoseFolderThisUserCannotMake() throws IOException {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-x------"));
    assumeFalse(Files.isWritable(closed), "root may write anywhere");

    String socket = found("<operators socket='closed/run/a.sock'/>");

    assertTrue(socket.contains("warning: <operators socket> is in " + closed), socket);
    assertTrue(socket.endsWith("this user may not make it"), socket);
  }

  @Test
  void shouldNameACertificateAndAKeyThatAreBothMissing() throws IOException {
    String login =
        "<login listen='127.0.0.1:1' certificate='web.crt' key='web.key' passwords='users'/>";

    List<Problem> problems = allFound(login);

    assertEquals(2, problems.size(), problems::toString);
    assertTrue(problems.get(0).sentence().contains("web.crt: no such file"), problems::toString);
    assertTrue(problems.get(1).sentence().contains("web.key: no such file"), problems::toString);
  }

  @Test
  void shouldWarnOfInterfacesThatAreNotThere() throws IOException {
    List<Problem> problems =
        allFound(
            "<interfaces><clients>lo</clients><clients>none0</clients>"
                + "<servers>none1</servers></interfaces>");

    assertEquals(2, problems.size(), problems::toString);
    assertTrue(
        problems.get(0).toString().endsWith("is 'none0', and there is no such interface"),
        problems::toString);
    assertTrue(problems.stream().allMatch(Problem::isWarning));
  }

  @Test
  void shouldFindThemInTheConfiguration() throws IOException {
    Files.writeString(folder.resolve("file"), "");
    Files.createDirectory(folder.resolve("folder"));

    assertTrue(found("<log file='file/a.log'/>").contains("is no folder, expected one"));
    assertTrue(found("<log file='folder'/>").contains("is no file, expected one or none"));
    assertTrue(found("<operators socket='file'/>").contains("is no socket"));
    assertTrue(found("<operators socket='file/a.sock'/>").contains("is no folder, expected one"));
    assertTrue(found("<status>192.0.2.1:7008</status>").contains("warning"));
  }
}
