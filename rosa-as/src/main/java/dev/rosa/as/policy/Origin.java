package dev.rosa.as.policy;

/** Origin of a user, code or rule: the configuration file, or an administrator's command. */
public enum Origin {
  CONFIG,
  ADMIN;

  /** As it is stored and shown. */
  public String storedName() {
    return this == CONFIG ? "config" : "admin";
  }

  public static Origin ofStoredName(String name) {
    return name.equals("config") ? CONFIG : ADMIN;
  }
}
