package dev.rosa.as;

/** Origin of a user, code or rule: the configuration file, or an administrator's command. */
enum Origin {
  CONFIG,
  ADMIN;

  /** As it is stored and shown. */
  String storedName() {
    return this == CONFIG ? "config" : "admin";
  }

  static Origin ofStoredName(String name) {
    return name.equals("config") ? CONFIG : ADMIN;
  }
}
