package dev.rosa.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

class TypedCommandTest {

  @Command(name = "rosa-a", subcommands = Sub.class)
  static final class Program {}

  @Command(name = "show")
  static final class Sub {}

  @Test
  void shouldNameACommandAsItWasTyped() {
    CommandLine program = new CommandLine(new Program());
    CommandSpec show = program.getSubcommands().get("show").getCommandSpec();

    assertEquals("rosa-a show", TypedCommand.of(show));
    assertEquals("./rosa a show", TypedCommand.of(show, "./rosa a", ""));
    assertEquals("./rosa a", TypedCommand.of(program.getCommandSpec(), "./rosa a", ""));
  }

  @Test
  void shouldNameTheConfigurationThatACommandOfARoleNeeds() {
    CommandLine role = new CommandLine(new RoleCommandTest.SampleRole(problems -> {}));
    CommandSpec show = role.getSubcommands().get("show").getCommandSpec();

    assertEquals("./rosa sample --config=FILE show", TypedCommand.of(show, "./rosa sample", ""));
    assertEquals("./rosa sample", TypedCommand.of(role.getCommandSpec(), "./rosa sample", ""));
  }
}
