package dev.rosa.proxy.ftp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folder that a session is in, as far as commands and replies tell. It begins as {@code /}; a
 * server may say another one in its reply to PWD. Links on the server are not seen. Owned by one
 * thread.
 */
final class FtpFolder {

  /**
   * A reply that can be read in one way: some servers double the quotes of a name, others do not.
   */
  private static final Pattern QUOTED = Pattern.compile("257 \"([^\"]*+)\"[^\"]*");

  private static final String PLAIN = "-._~!$&'()*+,=:@";

  private List<String> names = List.of();

  /** The path of an argument, from the root on. */
  List<String> resolve(String argument) {
    List<String> path = new ArrayList<>(argument.startsWith("/") ? List.of() : names);
    for (String name : argument.split("/", -1)) {
      if (name.equals("..")) {
        // Above the root there is the root.
        if (!path.isEmpty()) {
          path.remove(path.size() - 1);
        }
      } else if (!name.isEmpty() && !name.equals(".")) {
        path.add(name);
      }
    }
    return path;
  }

  /** True if an argument names what is above the folder, or beside it. */
  static boolean leadsAbove(String argument) {
    int depth = 0;
    boolean isAbove = false;
    for (String name : argument.split("/", -1)) {
      if (name.equals("..")) {
        depth--;
      } else if (!name.isEmpty() && !name.equals(".")) {
        depth++;
      }
      isAbove |= depth < 0;
    }
    return isAbove && !argument.startsWith("/");
  }

  /** The server has changed the folder. */
  void change(List<String> path) {
    names = List.copyOf(path);
  }

  /** Takes the folder from a reply to PWD, if it says one as RFC 959 asks for. */
  void learn(String reply) {
    Matcher matcher = QUOTED.matcher(reply);
    if (matcher.matches() && matcher.group(1).startsWith("/")) {
      names = List.copyOf(resolve(matcher.group(1)));
    }
  }

  /** A path as that of a URL. */
  static byte[] target(List<String> path) {
    StringBuilder target = new StringBuilder();
    for (String name : path) {
      target.append('/');
      name.chars().forEach(c -> append(target, c));
    }
    return (target.isEmpty() ? "/" : target.toString()).getBytes(StandardCharsets.US_ASCII);
  }

  private static void append(StringBuilder target, int c) {
    boolean isAlphanumeric =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (isAlphanumeric || PLAIN.indexOf(c) >= 0) {
      target.append((char) c);
    } else {
      target.append("%%%02X".formatted(c));
    }
  }
}
