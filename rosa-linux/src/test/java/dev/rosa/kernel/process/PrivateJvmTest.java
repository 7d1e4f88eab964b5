package dev.rosa.kernel.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Tag("jdk")
class PrivateJvmTest {

  @Test
  void shouldBeginAgainWithTheOptionInFrontOfAllOthers() {
    assertEquals(
        List.of("java", PrivateJvm.OPTION, "-Xmx1g", "-jar", "rosa-router.jar", ""),
        PrivateJvm.privateOnes(List.of("java", "-Xmx1g", "-jar", "rosa-router.jar", "")));
  }

  @Test
  void shouldBeginAgainWithoutItsOpposite() {
    String opposite = "-XX:-DisableAttachMechanism";
    assertEquals(
        List.of("java", PrivateJvm.OPTION, "Main"),
        PrivateJvm.privateOnes(List.of("java", opposite, PrivateJvm.OPTION, opposite, "Main")));
  }

  @Test
  void shouldRefuseAJvmThatProcessesCanAttachTo() {
    assertThrows(IOException.class, PrivateJvm::require);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldKnowTheArgumentsOfThisProcess() throws IOException {
    List<String> arguments = SelfExec.arguments();
    assertTrue(arguments.get(0).endsWith("java"), arguments::toString);
    assertTrue(arguments.size() > 1);
    assertFalse(SelfExec.hasBegunAgain());
  }
}
