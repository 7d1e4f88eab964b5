package dev.rosa.bench.proxy.way;

import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.proxy.ground.WayMachine;
import dev.rosa.client.process.JavaHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A proxy by Netty that copies, as Java programs do it usually. Owned by one thread. */
public final class NettyWay extends ProgramWay {

  /** Its name in tables. */
  public static final String NAME = "Netty, copying";

  public NettyWay(Path folder, Cores cores) {
    super(NAME, folder, cores);
  }

  @Override
  public void open(WayMachine machine) throws IOException, InterruptedException, AbsentException {
    Files.createDirectories(folder());
    redirect(machine);
    List<String> flags =
        List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            CopyProxy.class.getName(),
            Integer.toString(PORT),
            machine.serverAddress());
    start(machine, JavaHome.current().command(flags));
  }

  @Override
  public boolean isCompiledWhileItRuns() {
    return true;
  }
}
