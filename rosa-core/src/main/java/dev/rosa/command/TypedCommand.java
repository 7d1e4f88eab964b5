package dev.rosa.command;

import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpFactory;
import picocli.CommandLine.Model.CommandSpec;

/** A command as a user types it. Stateless. */
public final class TypedCommand {

  /** Set by the launcher to what was typed for the program, such as {@code ./rosa as}. */
  static final String PROGRAM_PROPERTY = "rosa.command";

  private static final String CONFIG = " --config=FILE";

  private TypedCommand() {}

  /** The words of a command, with what the launcher has said of its program if there is one. */
  public static String of(CommandSpec spec) {
    String program = System.getProperty(PROGRAM_PROPERTY);
    return program == null ? spec.qualifiedName() : of(spec, program, "");
  }

  /**
   * The same with what stands for the program.
   *
   * @param usualConfig stands for a configuration that need not be named
   */
  static String of(CommandSpec spec, String program, String usualConfig) {
    String words = spec.qualifiedName().substring(spec.root().name().length());
    return words.isEmpty() || !(spec.root().userObject() instanceof RoleCommand role)
        ? program + words
        : program + (role.hasUsualConfig() ? usualConfig : CONFIG) + words;
  }

  /** Maker of help whose usage line can be typed as it stands. */
  public static IHelpFactory help() {
    return (spec, colours) ->
        new Help(spec, colours) {
          @Override
          public String synopsis(int headingLength) {
            String name = spec.qualifiedName();
            return of(spec) + super.synopsis(headingLength).substring(name.length());
          }
        };
  }
}
