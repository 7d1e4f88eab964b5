package dev.rosa.divert;

/** Listener to a keeper: the seam between it and a log, a router or a terminal. */
interface Events {

  /** Something went as it should. */
  void info(String sentence);

  /** Something is not as it should be. */
  void warn(String sentence);

  /** The present state; comes with every change. */
  void report(Report report);

  /**
   * State of a keeper.
   *
   * @param state what happens to active packets
   * @param remade times that rules or link were made again after another program had changed them
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
