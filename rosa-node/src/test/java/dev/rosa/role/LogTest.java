package dev.rosa.role;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
final class LogTest {

  private static final String OF_ROLE =
      "<configuration><include resource='dev/rosa/role/log.xml'/></configuration>";

  private static LoggerContext context(String level) throws Exception {
    LoggerContext context = new LoggerContext();
    context.putProperty("ROSA_LOG", level);
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(new ByteArrayInputStream(OF_ROLE.getBytes(StandardCharsets.UTF_8)));
    return context;
  }

  @Test
  void shouldTakeTheLevelOfOwnLinesFromTheEnvironment() throws Exception {
    for (String level : new String[] {"DEBUG", "WARN"}) {
      LoggerContext context = context(level);
      assertEquals(Level.valueOf(level), context.getLogger("dev.rosa.role").getEffectiveLevel());
      assertEquals(Level.WARN, context.getLogger("io.netty").getEffectiveLevel());
      // It writes a stack trace where no interface is up.
      assertEquals(
          Level.ERROR,
          context.getLogger("io.netty.util.NetUtilInitializations").getEffectiveLevel());
    }
  }
}
