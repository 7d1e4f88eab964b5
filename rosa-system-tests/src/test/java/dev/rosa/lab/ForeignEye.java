package dev.rosa.lab;

import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** tshark on a link of the lab, with ROSA's dissector: fields of the active packets that pass. */
final class ForeignEye {

  /** Line that tshark prints when it captures every packet. */
  static final String LOOKING = "Capture started";

  /** Time after which it ends, with the packets seen by then. */
  static final int PATIENCE_SECONDS = 180;

  private final RunningProgram tshark;
  private final List<String> fields;

  private ForeignEye(RunningProgram tshark, List<String> fields) {
    this.tshark = tshark;
    this.fields = fields;
  }

  /** Looks out for so many packets; returns when it looks. */
  static ForeignEye on(NetLab lab, String node, String link, int packets, String... fields)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("capture", node, link));
    command.addAll(List.of("-f", "ip[20:4] = 0x94040000 or ip6[6] = 0", "-Y", "rosa"));
    command.addAll(List.of("-c", Integer.toString(packets), "-a", "duration:" + PATIENCE_SECONDS));
    command.addAll(List.of("-o", "udp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE"));
    command.addAll(List.of("-T", "fields"));
    for (String field : fields) {
      command.addAll(List.of("-e", field));
    }
    // "Capturing on …" comes too early: its filter is not in place then.
    RunningProgram tshark = lab.start(command.toArray(String[]::new)).await(LOOKING);
    return new ForeignEye(tshark, List.of(fields));
  }

  /** The fields' values, a list a packet; waits until all have passed. */
  List<List<String>> seen() throws IOException, InterruptedException {
    int exit = tshark.awaitExit();
    if (exit != 0) {
      throw new AssertionError("tshark ended with " + exit + ": " + tshark.said());
    }
    List<List<String>> packets = new ArrayList<>();
    for (String line : tshark.out().lines().toList()) {
      packets.add(List.of(line.split("\t", fields.size())));
    }
    return packets;
  }
}
