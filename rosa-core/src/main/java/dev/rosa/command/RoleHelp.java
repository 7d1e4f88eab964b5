package dev.rosa.command;

import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Help of a role's command, whose usage line can be typed as it stands: first the program, then the
 * required {@code --config}.
 */
final class RoleHelp extends Help {

  /** Set by the launcher to what was typed, such as {@code ./rosa as}. */
  private static final String PROGRAM_PROPERTY = "rosa.command";

  private static final String CONFIG = " --config=FILE";

  RoleHelp(CommandSpec spec, ColorScheme colours) {
    super(spec, colours);
  }

  @Override
  public String synopsis(int headingLength) {
    String name = commandSpec().qualifiedName();
    return typed(name) + super.synopsis(headingLength).substring(name.length());
  }

  private String typed(String name) {
    String role = commandSpec().root().name();
    String program = System.getProperty(PROGRAM_PROPERTY, "java -jar " + role + ".jar");
    return name.equals(role) ? program : program + CONFIG + name.substring(role.length());
  }
}
