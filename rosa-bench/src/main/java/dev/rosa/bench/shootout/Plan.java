package dev.rosa.bench.shootout;

import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.Operation;
import dev.rosa.bench.shootout.work.Entrant;
import dev.rosa.wire.Suite;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What is run in which order: within a round all providers of one operation and size directly one
 * after the other, since only what is measured side by side can be compared; each round begins with
 * another of them. Owned by one thread.
 */
final class Plan {

  private static final String MULTI_BUFFER = "multi-buffer";

  private final Scope scope;
  private final List<Entrant> entrants;
  private final Findings findings;
  private final Forks forks;
  private final Yardstick yardstick = new Yardstick();

  Plan(Scope scope, List<Entrant> entrants, Findings findings, Forks forks) {
    this.scope = scope;
    this.entrants = entrants;
    this.findings = findings;
    this.forks = forks;
  }

  /** The tasks of each round. Notes who cannot take part in what, and why. */
  List<List<Task>> rounds() {
    List<List<LaneTask>> heats = heats();
    List<List<Task>> rounds = new ArrayList<>();
    for (int round = 1; round <= scope.rounds(); round++) {
      List<Task> tasks = new ArrayList<>(round == 1 ? allocations() : List.of());
      for (List<LaneTask> heat : heats) {
        List<LaneTask> order = new ArrayList<>(heat);
        Collections.rotate(order, 1 - round);
        order.forEach(lane -> addWithYardstick(lane, tasks));
      }
      if (scope.extras().callCosts()) {
        tasks.addAll(CallCostTask.all(forks, findings));
      }
      rounds.add(tasks);
    }
    return rounds;
  }

  /** All providers of one operation and size, for each of these. */
  private List<List<LaneTask>> heats() {
    List<List<LaneTask>> heats = new ArrayList<>();
    for (Operation operation : scope.operations()) {
      List<List<Integer>> offered =
          entrants.stream().map(entrant -> offered(entrant, operation)).toList();
      for (int bytes : scope.sizes()) {
        List<LaneTask> heat = new ArrayList<>();
        for (int i = 0; i < entrants.size(); i++) {
          if (!offered.get(i).isEmpty()) {
            LaneTask.Lane lane =
                new LaneTask.Lane(operation, entrants.get(i).name(), bytes, offered.get(i));
            heat.add(new LaneTask(lane, scope.pace(), forks, findings.results()));
          }
        }
        heats.add(heat);
      }
    }
    return heats;
  }

  private List<Integer> offered(Entrant entrant, Operation operation) {
    List<Integer> offered = new ArrayList<>();
    Optional<String> inBatches = null;
    for (int batch : scope.batches()) {
      Optional<String> obstacle;
      if (batch == Cell.ONE_AT_A_TIME) {
        obstacle = entrant.obstacle(operation, batch);
      } else {
        // Who takes batches takes them of any size.
        inBatches = inBatches == null ? entrant.obstacle(operation, batch) : inBatches;
        obstacle = inBatches;
      }
      obstacle.ifPresent(why -> absent(entrant, operation, batch, why));
      if (obstacle.isEmpty()) {
        offered.add(batch);
      }
    }
    return offered;
  }

  private void absent(Entrant entrant, Operation operation, int batch, String why) {
    for (int bytes : scope.sizes()) {
      findings.results().addAbsence(new Cell(operation, entrant.name(), bytes, batch), why);
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
    for (Entrant entrant : entrants) {
      boolean wanted = scope.extras().allAllocations() || entrant.name().equals(MULTI_BUFFER);
      for (Suite suite : Suite.values()) {
        if (wanted && entrant.isPresent() && entrant.serves(suite)) {
          tasks.add(new AllocationTask(entrant.name(), suite, forks, findings));
        }
      }
    }
    return tasks;
  }
}
