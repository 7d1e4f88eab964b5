package dev.rosa.kernel.bpf;

import static dev.rosa.kernel.bpf.BpfAssembler.Register.R0;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R1;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R10;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R2;
import static dev.rosa.kernel.bpf.BpfAssembler.Register.R6;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.kernel.bpf.BpfAssembler.Condition;
import dev.rosa.kernel.bpf.BpfAssembler.Label;
import dev.rosa.kernel.bpf.BpfAssembler.Width;
import java.util.HexFormat;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Tests of the assembler by the encodings of RFC 9669, and by the kernel that runs its programs.
 */
class BpfAssemblerTest {

  private static final byte[] FRAME = new byte[64];

  private static String encoded(UnaryOperator<BpfAssembler> program) {
    return HexFormat.of().formatHex(program.apply(new BpfAssembler()).assemble());
  }

  @Test
  void shouldEncodeInstructionsAsTheStandardDoes() {
    assertEquals("bf16000000000000", encoded(code -> code.set(R6, R1)));
    assertEquals("b700000002000000", encoded(code -> code.setConstant(R0, 2)));
    assertEquals("6162040000000000", encoded(code -> code.load(Width.WORD, R2, R6, 4)));
    assertEquals("631afcff00000000", encoded(code -> code.store(Width.WORD, R10, -4, R1)));
    assertEquals("7a0af8ff07000000", encoded(code -> code.storeConstant(Width.LONG, R10, -8, 7)));
    assertEquals("0702000022000000", encoded(code -> code.addConstant(R2, 34)));
    assertEquals("0f21000000000000", encoded(code -> code.add(R1, R2)));
    assertEquals("57010000ff000000", encoded(code -> code.andConstant(R1, 255)));
    assertEquals("8500000001000000", encoded(code -> code.call(1)));
    assertEquals("9500000000000000", encoded(BpfAssembler::exit));
  }

  @Test
  void shouldEncodeWhatWorksOnBitsAndWholeMemoryWords() {
    assertEquals("6701000020000000", encoded(code -> code.shiftLeft(R1, 32)));
    assertEquals("7701000003000000", encoded(code -> code.shiftRight(R1, 3)));
    assertEquals("4f21000000000000", encoded(code -> code.or(R1, R2)));
    assertEquals("4701000001000000", encoded(code -> code.orConstant(R1, 1)));
    assertEquals("1f21000000000000", encoded(code -> code.subtract(R1, R2)));
    assertEquals("bc21000000000000", encoded(code -> code.setWord(R1, R2)));
    assertEquals("dc01000010000000", encoded(code -> code.fromNetwork(Width.HALF, R1)));
    assertEquals("dc01000020000000", encoded(code -> code.fromNetwork(Width.WORD, R1)));
    assertEquals("db16080051000000", encoded(code -> code.atomicAnd(R6, 8, R1)));
    assertEquals("db160000f1000000", encoded(code -> code.compareExchange(R6, 0, R1)));
  }

  @Test
  void shouldJumpBackward() {
    Label top = new Label();
    BpfAssembler code = new BpfAssembler();
    code.at(top).addConstant(R1, 1).jump(Condition.GREATER_OR_EQUAL, R2, 5, top).exit();
    assertEquals(
        "0701000001000000" + "3502feff05000000" + "9500000000000000",
        HexFormat.of().formatHex(code.assemble()));
  }

  @Test
  void shouldCountAJumpFromTheInstructionBehindIt() {
    Label end = new Label();
    BpfAssembler code = new BpfAssembler();
    code.jump(Condition.EQUAL, R0, 0, end).setConstant(R0, 1).at(end).exit();
    assertEquals(
        "1500010000000000" + "b700000001000000" + "9500000000000000",
        HexFormat.of().formatHex(code.assemble()));
  }

  @Test
  void shouldRefuseToAssembleWhenALabelHasNoPlace() {
    BpfAssembler code = new BpfAssembler().jump(new Label()).exit();
    assertThrows(IllegalStateException.class, code::assemble);
  }

  @Test
  void shouldRefuseToAssembleWhenAJumpIsTooFar() {
    Label end = new Label();
    BpfAssembler code = new BpfAssembler().jump(end);
    for (int i = 0; i <= Short.MAX_VALUE; i++) {
      code.setConstant(R0, 0);
    }
    code.at(end).exit();
    assertThrows(IllegalStateException.class, code::assemble);
  }

  @Test
  void shouldRefuseASecondPlaceForALabel() {
    Label label = new Label();
    BpfAssembler code = new BpfAssembler().at(label);
    assertThrows(IllegalStateException.class, () -> code.at(label));
  }

  @Test
  void shouldRefuseAnOffsetOfMoreThan16Bits() {
    BpfAssembler code = new BpfAssembler();
    assertThrows(
        IllegalArgumentException.class, () -> code.load(Width.BYTE, R0, R1, 1 << Short.SIZE));
  }

  @Test
  void shouldMakeProgramsThatTheKernelRuns() throws Exception {
    BpfTestRun.assumeBpf();
    Label greater = new Label();
    BpfAssembler code = new BpfAssembler();
    code.setConstant(R1, 40).storeConstant(Width.LONG, R10, -8, 2);
    code.load(Width.LONG, R2, R10, -8).add(R1, R2).setConstant(R0, 1);
    code.jump(Condition.GREATER, R1, 41, greater).exit();
    code.at(greater).set(R0, R1).exit();
    try (BpfProgram program = BpfProgram.load(BpfProgram.XDP, "rosa_test", code.assemble())) {
      assertEquals(42, BpfTestRun.run(program, FRAME));
    }
  }

  @Test
  void shouldGiveMapsToPrograms() throws Exception {
    BpfTestRun.assumeBpf();
    try (BpfMap map = BpfMap.hash("rosa_test", Integer.BYTES, 4)) {
      Label absent = new Label();
      BpfAssembler code = new BpfAssembler();
      code.storeConstant(Width.WORD, R10, -4, 9).loadMap(R1, map).set(R2, R10);
      code.addConstant(R2, -4).call(1).jump(Condition.EQUAL, R0, 0, absent);
      code.load(Width.LONG, R0, R0, 0).at(absent).exit();
      try (BpfProgram program = BpfProgram.load(BpfProgram.XDP, "rosa_test", code.assemble())) {
        byte[] nine = {9, 0, 0, 0};
        assertEquals(0, BpfTestRun.run(program, FRAME));
        assertTrue(map.put(nine, 77));
        assertEquals(77, BpfTestRun.run(program, FRAME));
        assertTrue(map.remove(nine));
        assertEquals(0, BpfTestRun.run(program, FRAME));
      }
    }
  }
}
