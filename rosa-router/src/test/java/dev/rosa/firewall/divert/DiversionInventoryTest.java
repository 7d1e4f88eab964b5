package dev.rosa.firewall.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.network.FakeNetworkKernel;
import dev.rosa.network.OwnershipMark;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Search for the parts of a diversion, and their removal. */
class DiversionInventoryTest {

  private final FakeNetworkKernel kernel = new FakeNetworkKernel("r0");
  private final OwnershipMark mark = new OwnershipMark(DiversionPlan.ROLE, "r-1");

  @Test
  void shouldRemoveALinkThatWasMadeAndHasNoMarkYet() throws IOException {
    kernel.addBare("rosa0", mark.mac("rosa0"));
    kernel.addBare("rosa1", mark.mac("rosa1"));
    DiversionInventory found = DiversionInventory.of(kernel, "r-1");
    assertEquals(
        List.of(
            "router r-1: link rosa0, MAC address " + mark.mac("rosa0") + ", down",
            "router r-1: link rosa1, MAC address " + mark.mac("rosa1") + ", down"),
        found.lines());
    assertTrue(found.json().toString().contains("\"router\":\"r-1\""), found.json().toString());
    found.remove(kernel);
    assertEquals(List.of("r0"), List.copyOf(kernel.links.keySet()));
  }

  @Test
  void shouldLeaveLinksAloneThatAreNotOfThisRouter() throws IOException {
    kernel.addBare("rosa0", new OwnershipMark(DiversionPlan.ROLE, "r-2").mac("rosa0"));
    kernel.addBare("rosa1", mark.mac("rosa0"));
    kernel.add("rosa2", "ROSA assistant link of router r-2");
    kernel.add("rosa3", "foreign");
    assertTrue(DiversionInventory.of(kernel, "r-1").isEmpty());
    assertEquals(1, DiversionInventory.of(kernel).links().size());
  }
}
