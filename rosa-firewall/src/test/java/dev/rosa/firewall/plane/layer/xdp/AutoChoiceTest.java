package dev.rosa.firewall.plane.layer.xdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.plane.layer.xdp.FrontChoice.Choice;
import dev.rosa.kernel.bpf.BpfLink;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of {@link AutoChoice}, {@link RehearsedChoice}, {@link RehearsalCosts} and readings. */
class AutoChoiceTest {

  private static final Choice NATIVE = new Choice(List.of(BpfLink.Mode.NATIVE), "");

  /** A machine with one network card, whose counts the test makes. */
  private static final class FakeMachine implements AutoChoice.Machine {
    private final Map<String, Long> received = new HashMap<>(Map.of("eth0", 0L));
    private long ticks;

    @Override
    public String driver(String interfaceName) throws IOException {
      return switch (interfaceName) {
        case "eth0" -> "ixgbe";
        case "veth0" -> "veth";
        default -> throw new IOException("driver of " + interfaceName + ": No such device");
      };
    }

    @Override
    public TrafficReading read() {
      return new TrafficReading(received, ticks);
    }

    void work(long packets, long packetTicks) {
      received.merge("eth0", packets, Long::sum);
      ticks += packetTicks;
    }
  }

  private final FakeMachine machine = new FakeMachine();
  private final AutoChoice choice =
      new AutoChoice(machine, (name, attached) -> Choice.none("rehearsed"));

  private Choice slices(int number, long ticks, boolean attached) {
    Choice last = null;
    for (int i = 0; i < number; i++) {
      machine.work(2 * LiveTrial.LEAST_PACKETS, ticks);
      last = choice.at("eth0", attached);
    }
    return last;
  }

  @Test
  void shouldLeaveVirtualPairsToTheRehearsal() {
    assertEquals("rehearsed", choice.at("veth0", false).why());
  }

  @Test
  void shouldTryOthersOutOnTheirTrafficAndTakeNativeModeWhenItIsCheaper() {
    assertEquals(List.of(), choice.at("eth0", false).modes());
    assertEquals(NATIVE.modes(), slices(LiveTrial.SLICES, 20, false).modes());
    assertEquals(NATIVE, slices(LiveTrial.SLICES + 1, 10, true));
  }

  @Test
  void shouldLeaveThemWhenItIsNotCheaper() {
    choice.at("eth0", false);
    slices(LiveTrial.SLICES, 20, false);
    assertEquals(List.of(), slices(LiveTrial.SLICES + 1, 20, true).modes());
  }

  @Test
  void shouldSayWhyWhenTheDriverCannotBeAsked() {
    assertTrue(choice.at("gone0", false).why().contains("No such device"));
  }

  private static Choice rehearsed(RehearsalCosts costs) throws InterruptedException {
    FrontChoice choice = new RehearsedChoice(() -> costs);
    return settled(choice);
  }

  /** The choice after the rehearsal's thread has ended. */
  private static Choice settled(FrontChoice choice) throws InterruptedException {
    Choice now = choice.at("veth0", false);
    while (now.why().equals("its rehearsal is underway")) {
      Thread.sleep(1);
      now = choice.at("veth0", false);
    }
    return now;
  }

  @Test
  void shouldTakeAFrontThatWasCheaperInTheRehearsal() throws Exception {
    assertEquals(NATIVE, rehearsed(new RehearsalCosts(100, 200, 80, 204)));
  }

  @Test
  void shouldLeaveAFrontThatMakesAcceptedPacketsDearer() throws Exception {
    assertEquals(
        Choice.none(
            "a rehearsal took 0.50 × the time for dropped packets and 1.25 × for accepted ones"),
        rehearsed(new RehearsalCosts(100, 200, 50, 250)));
  }

  @Test
  void shouldLeaveAFrontThatDropsNoCheaper() throws Exception {
    assertEquals(List.of(), rehearsed(new RehearsalCosts(100, 200, 95, 200)).modes());
  }

  @Test
  void shouldSayWhyWhenItCannotBeRehearsed() throws Exception {
    FrontChoice choice =
        new RehearsedChoice(
            () -> {
              throw new IOException("cannot have a network of its own: Operation not permitted");
            });
    assertEquals(
        "it cannot be rehearsed: cannot have a network of its own: Operation not permitted",
        settled(choice).why());
  }

  @Test
  void shouldAddUpInterruptsAndTheirWork() {
    String stat = "cpu  10 20 30 40 50 60 700 80 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\n";
    assertEquals(760, TrafficReading.packetTicks(stat));
  }
}
