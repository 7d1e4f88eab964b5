package dev.rosa.provider;

import dev.rosa.provider.measure.Measurement;
import dev.rosa.provider.measure.MeasurementFile;
import dev.rosa.provider.measure.PacketMix;
import dev.rosa.provider.measure.Timing;
import dev.rosa.wire.active.Suite;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Choice of the fastest provider for suites with {@code choose="auto"}: from a file if this machine
 * was measured before, else by measuring. Owned by one thread.
 */
final class AutoChoice {

  private static final Logger LOG = LoggerFactory.getLogger(ProviderRegistry.class);
  private static final double MILLIS_PER_SECOND = 1_000.0;

  private final Conditions conditions;
  private final Path file;
  private final Map<Suite, Measurement> kept;

  /**
   * A choice.
   *
   * @param file where measurements are kept; null: nowhere
   */
  AutoChoice(Conditions conditions, Path file) {
    this.conditions = conditions;
    this.file = file;
    this.kept = new EnumMap<>(Suite.class);
    if (file != null) {
      kept.putAll(MeasurementFile.read(file));
    }
  }

  /**
   * The fastest of each suite; a suite is left out if nothing is known and nothing may be measured,
   * or if there is no choice.
   *
   * @param contenders those that gave the known answer
   * @throws ProviderException if one turns out to be wrong while it is measured
   */
  Map<Suite, Measurement> fastest(Map<Suite, List<Server>> contenders, Map<Suite, PacketMix> mixes)
      throws ProviderException {
    Map<Suite, Measurement> fastest = new EnumMap<>(Suite.class);
    Map<Suite, PacketMix> unknown = new EnumMap<>(Suite.class);
    mixes.forEach(
        (suite, mix) -> {
          List<Server> servers = contenders.get(suite);
          Measurement known = kept.get(suite);
          if (known != null && holds(known, servers, mix)) {
            fastest.put(suite, known);
            LOG.info("{}: {}, measured {}, kept in {}", suite, known.words(), known.at(), file);
          } else if (servers.size() > 1) {
            unknown.put(suite, mix);
          }
        });
    if (conditions.serving() && !unknown.isEmpty()) {
      fastest.putAll(measured(contenders, unknown));
    }
    return fastest;
  }

  private boolean holds(Measurement known, List<Server> servers, PacketMix mix) {
    return known.fingerprint().equals(Fingerprint.of(conditions.machine(), servers, mix))
        && servers.stream().anyMatch(server -> server.label().equals(known.chosen()));
  }

  private Map<Suite, Measurement> measured(
      Map<Suite, List<Server>> contenders, Map<Suite, PacketMix> mixes) throws ProviderException {
    long start = conditions.clock().millis();
    Duration most = conditions.race().budget().multipliedBy(mixes.size());
    LOG.info(
        "measuring who serves {} suites fastest here, about {} s", mixes.size(), most.toSeconds());
    Map<Suite, Measurement> measurements = new EnumMap<>(Suite.class);
    boolean isWarm = true;
    for (Map.Entry<Suite, PacketMix> entry : mixes.entrySet()) {
      Suite suite = entry.getKey();
      List<Server> servers = contenders.get(suite);
      EngineRace.Outcome outcome = race(suite, servers, entry.getValue());
      isWarm &= outcome.isWarm();
      Measurement measurement = measurement(servers, entry.getValue(), outcome.timings());
      measurements.put(suite, measurement);
      LOG.info("{}: {} ({})", suite, measurement.words(), entry.getValue());
    }
    double seconds = (conditions.clock().millis() - start) / MILLIS_PER_SECOND;
    LOG.info("measured {} suites in {} s{}", mixes.size(), seconds, keep(measurements, isWarm));
    return measurements;
  }

  /** Says where. What was measured while the compiler was behind holds for this start only. */
  private String keep(Map<Suite, Measurement> measurements, boolean isWarm) {
    if (!isWarm) {
      return ", while the machine was too busy to compile: not kept, the next start measures again";
    }
    if (file == null) {
      return "";
    }
    kept.putAll(measurements);
    MeasurementFile.write(file, conditions.machine(), kept);
    return ", kept in " + file;
  }

  private Measurement measurement(List<Server> servers, PacketMix mix, List<Timing> timings) {
    Map<String, Double> nanos = new LinkedHashMap<>();
    IntStream.range(0, servers.size())
        .boxed()
        .sorted(Comparator.comparingDouble(i -> timings.get(i).bothNanos()))
        .forEach(i -> nanos.put(servers.get(i).label(), timings.get(i).bothNanos()));
    return new Measurement(
        Fingerprint.of(conditions.machine(), servers, mix),
        nanos.keySet().iterator().next(),
        conditions.clock().instant().truncatedTo(ChronoUnit.SECONDS),
        nanos);
  }

  private EngineRace.Outcome race(Suite suite, List<Server> servers, PacketMix mix)
      throws ProviderException {
    try {
      return conditions.race().run(servers, mix);
    } catch (EngineRace.WrongAnswerException e) {
      throw new ProviderException(
          e.server().label(),
          suite,
          "provider %s gives a wrong answer for %s: %s"
              .formatted(e.server().label(), suite, e.getMessage()),
          e);
    }
  }
}
