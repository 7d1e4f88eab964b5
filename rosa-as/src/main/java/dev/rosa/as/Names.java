package dev.rosa.as;

import java.util.regex.Pattern;

/** Names of users and codes. */
final class Names {
  private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9.-]{0,62}");

  private Names() {}

  /** Tells whether a text is a name. */
  static boolean isName(String text) {
    return FORM.matcher(text).matches();
  }

  /** Refuses a name that an identity could not have. */
  static void check(String what, String name) throws AdministrationException {
    if (!isName(name)) {
      throw new AdministrationException(
          what
              + " '"
              + name
              + "' is no name, expected up to 63 lower-case letters, digits, dots and hyphens");
    }
  }
}
