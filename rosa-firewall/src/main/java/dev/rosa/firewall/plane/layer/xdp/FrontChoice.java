package dev.rosa.firewall.plane.layer.xdp;

import dev.rosa.kernel.bpf.BpfLink;
import java.util.List;

/** Choice of the interfaces that get a front. One thread at a time. */
interface FrontChoice {

  /**
   * What was chosen for an interface.
   *
   * @param modes modes to attach the program in, the first that works; empty: none
   * @param why why there is none, or what is not decided yet; empty: nothing is to be said
   */
  record Choice(List<BpfLink.Mode> modes, String why) {

    static Choice none(String why) {
      return new Choice(List.of(), why);
    }
  }

  /**
   * Chooses. To be asked about each interface about once a second while there are bans.
   *
   * @param name the interface
   * @param attached true if the front is at it
   */
  Choice at(String name, boolean attached);

  /** At each interface, in native mode if it has one. */
  FrontChoice EVERYWHERE =
      (name, attached) -> new Choice(List.of(BpfLink.Mode.NATIVE, BpfLink.Mode.GENERIC), "");
}
