package dev.rosa.divert;

/** Who wants to know what a keeper does: the seam between it and a log, a router or a terminal. */
interface Events {

  /** Something went as it should. */
  void info(String sentence);

  /** Something is not as it should be. */
  void warn(String sentence);

  /** How it stands now; comes with every change. */
  void report(Report report);

  /**
   * How it stands.
   *
   * @param state what happens to active packets
   * @param remade how often rules or link were made again because somebody else had changed them
   * @param bypasses how often active packets began to bypass the router, the start not counted
   */
  record Report(Diversion.State state, long remade, long bypasses) {

    /** As one word and two numbers; {@link #parse} is the inverse. */
    String text() {
      return state + " " + remade + " " + bypasses;
    }

    static Report parse(String text) {
      String[] words = text.split(" ");
      return new Report(
          Diversion.State.valueOf(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
    }
  }
}
