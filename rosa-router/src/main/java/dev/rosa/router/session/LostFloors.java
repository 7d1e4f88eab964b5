package dev.rosa.router.session;

/**
 * Record of the users whose replay floors were lost, so that sessions that could be replays are
 * refused. For each user it has the moment and the run of the last loss, and the latest end of a
 * session whose floor it was. An unknown session of such a user that began before that moment and
 * ends before that end could be one of those. Its packets could be replays. A bounded number of
 * users; beyond it, all count as one. Seconds are of Unix time. Owned by one thread at a time.
 */
final class LostFloors {

  /** Any user: more users lost floors than are told apart. */
  static final int ANY = 0;

  private static final int MOST = 64;

  private final int[] users = new int[MOST];
  private final long[] moments = new long[MOST];
  private final long[] ends = new long[MOST];
  private final int[] runs = new int[MOST];
  private int count;

  /**
   * Notes a loss.
   *
   * @param user see {@link ContextWords#user}
   * @param run the router's run in which it was, see {@link ReplayFloors#run}
   */
  void add(int user, long momentSeconds, long endSeconds, int run) {
    int index = indexOf(user);
    if (index == count && count >= MOST - 1) {
      index = indexOf(ANY);
    }
    if (index == count) {
      users[count] = count == MOST - 1 ? ANY : user;
      moments[count] = 0;
      runs[count] = 0;
      ends[count++] = 0;
    }
    moments[index] = Math.max(moments[index], momentSeconds);
    ends[index] = Math.max(ends[index], endSeconds);
    runs[index] = Math.max(runs[index], run);
  }

  private int indexOf(int user) {
    int index = 0;
    while (index < count && users[index] != user) {
      index++;
    }
    return index;
  }

  void addAll(LostFloors others) {
    for (int i = 0; i < others.count; i++) {
      add(others.users[i], others.moments[i], others.ends[i], others.runs[i]);
    }
  }

  /**
   * True if the floor of a session may have been lost.
   *
   * @param beginSeconds when its first packet can have been accepted
   */
  boolean mayInclude(int user, long beginSeconds, long endSeconds) {
    for (int i = 0; i < count; i++) {
      if (isOf(users[i], user) && beginSeconds <= moments[i] && endSeconds <= ends[i]) {
        return true;
      }
    }
    return false;
  }

  /**
   * The latest run in which a floor of a session may have been lost that ends no earlier than this
   * one; 0: none was.
   */
  int latestRun(int user, long endSeconds) {
    int latest = 0;
    for (int i = 0; i < count; i++) {
      if (isOf(users[i], user) && endSeconds <= ends[i]) {
        latest = Math.max(latest, runs[i]);
      }
    }
    return latest;
  }

  /** True if a loss noted for {@code noted} is one of {@code user}. */
  static boolean isOf(int noted, int user) {
    return noted == user || noted == ANY || user == ANY;
  }

  int count() {
    return count;
  }

  int user(int index) {
    return users[index];
  }

  /** The moment of the last loss. */
  long momentSeconds(int index) {
    return moments[index];
  }

  /** The run of the last loss. */
  int run(int index) {
    return runs[index];
  }

  /** The end of the session that ends last. */
  long endSeconds(int index) {
    return ends[index];
  }

  void clear() {
    count = 0;
  }
}
