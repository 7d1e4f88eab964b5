package dev.rosa.bench.shootout;

/** Measurement of the shootout that a round runs once. */
interface Task {

  /** For people, e.g. {@code HMAC-SHA1, 1024 bytes, BC}. */
  String title();

  /** Runs it and keeps what it finds; a failure is a finding, too. */
  void run(int round);
}
