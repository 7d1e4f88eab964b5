package dev.rosa.kernel.process;

import com.sun.jna.Pointer;
import dev.rosa.kernel.LibC;
import java.io.IOException;
import java.util.Optional;

/** Names of Unix users, as the system's name services have them. Stateless. */
public final class UserNames {

  private UserNames() {}

  /**
   * The name of a user; empty if its number has none.
   *
   * @throws IOException in one line if the C library cannot be called
   */
  public static synchronized Optional<String> of(int user) throws IOException {
    LibC.require();
    long entry = LibC.getpwuid(user);
    return entry == 0
        ? Optional.empty()
        : Optional.ofNullable(new Pointer(entry).getPointer(0)).map(name -> name.getString(0));
  }

  /**
   * True if a user has this name.
   *
   * @throws IOException in one line if the C library cannot be called
   */
  public static synchronized boolean isUser(String name) throws IOException {
    LibC.require();
    return LibC.getpwnam(name) != 0;
  }
}
