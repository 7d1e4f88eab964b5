package dev.rosa.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A status as lines for people. */
class StatusLinesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void shouldShowEachGroupOnALine() throws Exception {
    String status =
        "{'ready':true,'bans':{'inForce':0,'limits':2},'sets':{'pass':{'size':9}},'layers':[{'a':1},"
            + "{'a':2}],'log':{}}";
    assertEquals(
        List.of(
            "ready                      true",
            "bans                       inForce=0  limits=2",
            "sets.pass                  size=9",
            "layers                     a=1",
            "layers                     a=2",
            "log                        -"),
        StatusLines.of(JSON.readTree(status.replace('\'', '"'))));
  }

  @Test
  void shouldLeaveOutTheZerosOfALongGroup() {
    ObjectNode status = JSON.createObjectNode();
    ObjectNode refused = status.putObject("refused");
    for (int i = 0; i < 20; i++) {
      refused.put("reason" + i, i == 7 ? 3 : 0);
    }
    assertEquals(List.of("refused                    reason7=3"), StatusLines.of(status));
  }
}
