package dev.rosa.proxy.url;

/** Reason why bytes have no normal form as a URL. */
public enum UrlFault {
  BAD_SCHEME("the scheme is not http, https, ftp or telnet"),
  BAD_HOST("the host is not a name or an address"),
  BAD_PORT("the port is not a number from 1 to 65535"),
  USER_INFO("there is a user before the host"),
  BAD_PATH("the path does not begin with a slash"),
  BAD_PERCENT("a percent sign is not followed by two hexadecimal digits"),
  BAD_CHARACTER("there is a character that a URL cannot have"),
  ENCODED_SLASH("there is an encoded slash or backslash"),
  BAD_PARAMETERS("there is a semicolon behind an empty name, or behind dots"),
  EMPTY_FOLDER("there is an empty folder at the begin, or before a step up"),
  ABOVE_ROOT("there are more steps up than folders"),
  TOO_LONG("it is too long");

  private final String sentence;

  UrlFault(String sentence) {
    this.sentence = sentence;
  }

  /** What is wrong, for logs and commands. */
  public String sentence() {
    return sentence;
  }
}
