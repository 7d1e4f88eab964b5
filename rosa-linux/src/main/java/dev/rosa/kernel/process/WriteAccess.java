package dev.rosa.kernel.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Search for files that processes of a user can change or replace: by owner and mode, without
 * capabilities. Access control lists are not looked at. Immutable.
 *
 * @param user user 0 is left to {@link ProcessOwner}; its files do not count here
 * @param groups all that the user is in
 */
record WriteAccess(int user, Set<Integer> groups) {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int GROUP_WRITES = 0_020;
  private static final int OTHERS_WRITE = 0_002;
  private static final int STICKY = 0_1000;

  /** That of this process's effective user and groups. */
  static WriteAccess ofThisProcess() throws IOException {
    return parse(Files.readString(STATUS, StandardCharsets.ISO_8859_1));
  }

  static WriteAccess parse(String status) throws IOException {
    Set<Integer> groups = new HashSet<>();
    for (String one : words(status, "Groups:")) {
      groups.add(Integer.parseUnsignedInt(one));
    }
    groups.add(effective(status, "Gid:"));
    return new WriteAccess(effective(status, "Uid:"), Set.copyOf(groups));
  }

  /** The second of real, effective, saved and file system's. */
  private static int effective(String status, String key) throws IOException {
    String[] ids = words(status, key);
    if (ids.length < 2) {
      throw new IOException("this system's /proc says nothing of " + key);
    }
    return Integer.parseUnsignedInt(ids[1]);
  }

  private static String[] words(String status, String key) {
    return status
        .lines()
        .filter(line -> line.startsWith(key))
        .flatMap(line -> Arrays.stream(line.substring(key.length()).strip().split("\\s+")))
        .filter(word -> !word.isEmpty())
        .toArray(String[]::new);
  }

  /**
   * The file, the folder above it nearest to it, or what a link on the way leads to, that can be
   * changed; empty if none can.
   */
  Optional<Path> changeable(Path file) throws IOException {
    Path named = file.toAbsolutePath().normalize();
    Optional<Path> found = changeableAbove(named);
    return found.isPresent() ? found : changeableAbove(named.toRealPath());
  }

  private Optional<Path> changeableAbove(Path file) throws IOException {
    for (Path one = file; one != null; one = one.getParent()) {
      Map<String, Object> found = Files.readAttributes(one, "unix:uid,gid,mode");
      boolean folder = Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS);
      int mode = (int) found.get("mode");
      if (mayChange(
          (int) found.get("uid"), (int) found.get("gid"), folder ? mode : mode & ~STICKY)) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }

  /** An owner can give itself the right; in a sticky folder only owners replace files. */
  boolean mayChange(int owner, int group, int mode) {
    if (user != 0 && owner == user) {
      return true;
    }
    boolean byGroup = user != 0 && (mode & GROUP_WRITES) != 0 && groups.contains(group);
    return (byGroup || (mode & OTHERS_WRITE) != 0) && (mode & STICKY) == 0;
  }
}
