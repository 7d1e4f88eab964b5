package dev.rosa.bench.authorization;

import dev.rosa.config.StorageLocation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Parameters of {@code ./rosa bench as}: databases, numbers of callers, rounds and seconds.
 *
 * @param home where ROSA was built
 * @param folder of the databases, whose disk is measured
 * @param callers requests at a time, ascending
 * @param rounds how often each thing is measured
 * @param seconds that each of them takes
 * @param postgres a second database; the speed of one server on it is measured, too, and that of
 *     two
 * @param passwords file of the password of that database, if not the user's own
 * @param beside jar of another build of the server
 * @param stepCa program of another project that answers requests, or the reason of its absence
 */
record AuthorizationPlan(
    Path home,
    Path folder,
    List<Integer> callers,
    int rounds,
    double seconds,
    Optional<StorageLocation> postgres,
    Optional<Path> passwords,
    Optional<Path> beside,
    StepCa stepCa) {

  /** The same with a second database, and the file of its password. */
  AuthorizationPlan on(StorageLocation database, Path file) {
    return new AuthorizationPlan(
        home,
        folder,
        callers,
        rounds,
        seconds,
        Optional.of(database),
        Optional.of(file),
        beside,
        stepCa);
  }

  /** Callers that the figures are about. */
  static final int JUDGED = 64;

  /** Most seconds for the connections of a server. */
  static final double CONNECT_SECONDS = 60;

  /** Seconds of a step of load before the first round. */
  static final double WARM_UP_SECONDS = 5;

  /** Seconds that the warm-up of a server usually takes. */
  static final double USUAL_WARM_UP_SECONDS = 4 * WARM_UP_SECONDS;
}
