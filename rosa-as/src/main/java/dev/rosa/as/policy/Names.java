package dev.rosa.as.policy;

import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Check of the form of a user's or code's name. */
public final class Names {
  private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9.-]{0,62}");

  private Names() {}

  /** Tells whether a text is a name. */
  public static boolean isName(String text) {
    return FORM.matcher(text).matches();
  }

  /** Refuses a name that an identity could not have, as wrong usage of a command. */
  public static void check(CommandLine at, String what, String name) {
    if (!isName(name)) {
      throw new ParameterException(
          at,
          what
              + " '"
              + name
              + "' is no name, expected up to 63 lower-case letters, digits, dots and hyphens");
    }
  }
}
