package dev.rosa.command;

import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Help of a role's command, whose usage line can be typed as it stands: first the program, then the
 * {@code --config}, in brackets where it has a default.
 */
final class RoleHelp extends Help {

  private static final String USUAL_CONFIG = " [--config=FILE]";

  RoleHelp(CommandSpec spec, ColorScheme colours) {
    super(spec, colours);
  }

  @Override
  public String synopsis(int headingLength) {
    String name = commandSpec().qualifiedName();
    return typed() + super.synopsis(headingLength).substring(name.length());
  }

  private String typed() {
    CommandSpec spec = commandSpec();
    String jar = "java -jar " + spec.root().name() + ".jar";
    String program = System.getProperty(TypedCommand.PROGRAM_PROPERTY, jar);
    return TypedCommand.of(spec, program, USUAL_CONFIG);
  }
}
