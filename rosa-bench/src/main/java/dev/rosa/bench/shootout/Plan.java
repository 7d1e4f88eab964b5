package dev.rosa.bench.shootout;

import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.Operation;
import dev.rosa.bench.shootout.work.Contender;
import dev.rosa.wire.active.Suite;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Order of the shootout's tasks, round by round. Within a round, all providers of one operation and
 * size run directly one after the other, since only neighbours in time can be compared. Each round
 * begins with another provider. Owned by one thread.
 */
final class Plan {

  private static final String MULTI_BUFFER = "multi-buffer";

  private final Scope scope;
  private final List<Contender> entrants;
  private final Findings findings;
  private final Forks forks;
  private final Yardstick yardstick = new Yardstick();

  Plan(Scope scope, List<Contender> entrants, Findings findings, Forks forks) {
    this.scope = scope;
    this.entrants = entrants;
    this.findings = findings;
    this.forks = forks;
  }

  /** The tasks of each round. Notes who cannot take part in what, and why. */
  List<List<Task>> rounds() {
    List<Integer> once = scope.extras().sizesOnce();
    List<List<LaneTask>> heats = heats();
    List<List<LaneTask>> again =
        heats.stream().filter(heat -> !once.contains(bytes(heat))).toList();
    List<List<Task>> rounds = new ArrayList<>();
    for (int round = 1; round <= scope.rounds(); round++) {
      List<Task> tasks = new ArrayList<>(round == 1 ? allocations() : List.of());
      if (scope.extras().callCosts()) {
        tasks.addAll(CallCostTask.all(forks, findings));
      }
      addHeats(again, round, tasks);
      rounds.add(tasks);
    }
    for (int size : once) {
      List<Task> tasks = new ArrayList<>();
      addHeats(heats.stream().filter(heat -> bytes(heat) == size).toList(), 1, tasks);
      rounds.add(tasks);
    }
    return rounds;
  }

  private static int bytes(List<LaneTask> heat) {
    return heat.get(0).lane().bytes();
  }

  /** Each heat begins with another of its lanes in each round. */
  private void addHeats(List<List<LaneTask>> heats, int round, List<Task> tasks) {
    for (List<LaneTask> heat : heats) {
      List<LaneTask> order = new ArrayList<>(heat);
      Collections.rotate(order, 1 - round);
      order.forEach(lane -> addWithYardstick(lane, tasks));
    }
  }

  /**
   * All providers of one operation and size, for each of these: all operations with the size that
   * the figures are about first, in case that the time is over early.
   */
  private List<List<LaneTask>> heats() {
    Map<Operation, Map<Contender, List<Integer>>> offers = new EnumMap<>(Operation.class);
    for (Operation operation : scope.operations()) {
      Map<Contender, List<Integer>> offered = new LinkedHashMap<>();
      entrants.forEach(contender -> offered.put(contender, offered(contender, operation)));
      offers.put(operation, offered);
    }
    List<Integer> sizes = new ArrayList<>(scope.sizes());
    sizes.sort(Comparator.comparing(bytes -> bytes != Scope.FIGURE_BYTES));
    return sizes.stream()
        .flatMap(
            bytes ->
                offers.entrySet().stream()
                    .map(offer -> heat(offer.getKey(), bytes, offer.getValue())))
        .filter(heat -> !heat.isEmpty())
        .toList();
  }

  private List<LaneTask> heat(
      Operation operation, int bytes, Map<Contender, List<Integer>> offered) {
    List<LaneTask> heat = new ArrayList<>();
    offered.forEach(
        (contender, batches) -> {
          if (!batches.isEmpty()) {
            LaneTask.Lane lane = new LaneTask.Lane(operation, contender.name(), bytes, batches);
            heat.add(new LaneTask(lane, scope.pace(), forks, findings.results()));
          }
        });
    return heat;
  }

  private List<Integer> offered(Contender contender, Operation operation) {
    Optional<String> oneAtATime = contender.obstacle(operation, Cell.ONE_AT_A_TIME);
    // An engine that takes batches takes them of any size.
    Optional<String> inBatches = contender.obstacle(operation, Scope.FIGURE_BATCH);
    List<Integer> offered = new ArrayList<>();
    for (int batch : scope.batches()) {
      Optional<String> obstacle = batch == Cell.ONE_AT_A_TIME ? oneAtATime : inBatches;
      obstacle.ifPresentOrElse(
          why -> absent(contender, operation, batch, why), () -> offered.add(batch));
    }
    return offered;
  }

  private void absent(Contender contender, Operation operation, int batch, String why) {
    for (int bytes : scope.sizes()) {
      findings.results().addAbsence(new Cell(operation, contender.name(), bytes, batch), why);
    }
  }

  /** The yardstick runs directly before and after what is held against it. */
  private void addWithYardstick(LaneTask lane, List<Task> tasks) {
    LaneTask.Lane its = lane.lane();
    boolean held =
        its.provider().equals(Yardstick.AGAINST)
            && its.operation() == Operation.HMAC_SHA1
            && its.bytes() == Scope.FIGURE_BYTES;
    if (held) {
      Task yard = new YardstickTask(yardstick, its.operation(), its.bytes(), findings);
      tasks.addAll(List.of(yard, lane, yard));
    } else {
      tasks.add(lane);
    }
  }

  private List<Task> allocations() {
    List<Task> tasks = new ArrayList<>();
    for (Contender contender : entrants) {
      boolean wanted = scope.extras().allAllocations() || contender.name().equals(MULTI_BUFFER);
      for (Suite suite : Suite.values()) {
        if (wanted && contender.isPresent() && contender.serves(suite)) {
          tasks.add(new AllocationTask(contender.name(), suite, forks, findings));
        }
      }
    }
    return tasks;
  }
}
