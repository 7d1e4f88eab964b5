package dev.rosa.proxy.login;

/** How an attempt to log in has ended. */
public enum LoginResult {
  /** The user is logged in. */
  LOGGED_IN,
  /** Name and password do not belong together, or there is no such user. */
  WRONG,
  /** The address or the user name has made too many attempts. */
  TOO_MANY,
  /** Too many passwords wait for their check, or the packet path has no room for the login. */
  BUSY
}
