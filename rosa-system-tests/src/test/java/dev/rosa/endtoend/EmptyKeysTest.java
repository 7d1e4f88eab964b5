package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.AuthorizationServerCommand;
import dev.rosa.codeserver.CodeServerCommand;
import dev.rosa.command.Commands;
import dev.rosa.command.RoleCommand;
import dev.rosa.proxy.ProxyCommand;
import dev.rosa.router.RouterCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Shipped configurations in which a key has lost its value, one after the other. */
@Tag("endtoend")
class EmptyKeysTest {
  private static final Map<String, Supplier<RoleCommand>> ROLES =
      Map.of(
          "as.xml",
          AuthorizationServerCommand::new,
          "codeserver.xml",
          CodeServerCommand::new,
          "router.xml",
          RouterCommand::new,
          "proxy.xml",
          ProxyCommand::new);

  private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->|<\\?.*?\\?>");

  /** The value of an attribute, or the text of an element without others in it. */
  private static final Pattern VALUE = Pattern.compile("=\"([^\"]+)\"|>\\s*([^<>\\s][^<>]*)</");

  @TempDir Path folder;

  /** The file without its comments, with as many lines. */
  private static String text(String role) throws Exception {
    String all = Files.readString(Path.of("../config", role));
    return COMMENT
        .matcher(all)
        .replaceAll(comment -> "\n".repeat((int) comment.group().lines().count() - 1));
  }

  private static List<String> withoutOneValue(String text) {
    List<String> copies = new ArrayList<>();
    Matcher value = VALUE.matcher(text);
    while (value.find()) {
      int group = value.group(1) == null ? 2 : 1;
      copies.add(text.substring(0, value.start(group)) + text.substring(value.end(group)));
    }
    return copies;
  }

  private void check(RoleCommand role, Path file) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Commands.commandLine(role);
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

    int exit = line.execute("--config", file.toString(), "--validate");

    assertTrue(exit == 0 || exit == 2, () -> exit + " " + err);
    // Of this file, or of one that it names.
    Pattern expected = Pattern.compile("rosa-[a-z]+: " + folder.getParent() + "/[^ ]+: .*");
    assertEquals(
        List.of(), err.toString().lines().filter(it -> !expected.matcher(it).matches()).toList());
    assertTrue(!err.toString().contains("null"), err::toString);
  }

  @Test
  void shouldNameFileAndKeyWhenAValueIsMissing() throws Exception {
    int checked = 0;
    for (Map.Entry<String, Supplier<RoleCommand>> role : ROLES.entrySet()) {
      for (String copy : withoutOneValue(text(role.getKey()))) {
        Path file = Files.writeString(folder.resolve(role.getKey()), copy);
        check(role.getValue().get(), file);
        checked++;
      }
    }
    assertTrue(checked > 150, "keys: " + checked);
  }
}
