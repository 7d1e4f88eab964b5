package dev.rosa.bench.proxy.ground;

import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Server of FTP in dst, vsftpd, with the long body as a file. Owned by one thread. */
public final class FileServer implements AutoCloseable {

  /** Ports of its data connections, as nft writes them. */
  public static final String DATA_PORTS = "30000-30099";

  /** Name of the long body. */
  public static final String FILE = "big";

  private static final Path PROGRAM = Path.of("/usr/sbin/vsftpd");

  private static final String CONFIG =
      """
      listen=YES
      background=NO
      run_as_launching_user=YES
      one_process_model=YES
      seccomp_sandbox=NO
      anonymous_enable=YES
      no_anon_password=YES
      ftp_username=root
      local_enable=NO
      xferlog_enable=NO
      pasv_min_port=30000
      pasv_max_port=30099
      anon_root=%s
      """;

  private final RunningProgram vsftpd;

  private FileServer(RunningProgram vsftpd) {
    this.vsftpd = vsftpd;
  }

  /**
   * Starts it.
   *
   * @param folder that lives in memory
   * @throws AbsentException if vsftpd is not installed
   */
  public static FileServer start(Path folder, Cores cores)
      throws IOException, InterruptedException, AbsentException {
    if (!Files.isExecutable(PROGRAM)) {
      throw new AbsentException("vsftpd is not installed: apt-get install vsftpd");
    }
    Path files = Files.createDirectories(folder.resolve("files"));
    byte[] body = new byte[WebServer.BODY_BYTES];
    new Random(1).nextBytes(body);
    Files.write(files.resolve(FILE), body);
    Path config = Files.writeString(folder.resolve("vsftpd.conf"), CONFIG.formatted(files));
    List<String> command =
        List.of("ip", "netns", "exec", "dst", PROGRAM.toString(), config.toString());
    FileServer server =
        new FileServer(Program.of("vsftpd", cores.onTraffic(command)).in(folder).start());
    try {
      Listening.await(server.vsftpd, "dst", 21);
      return server;
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  /** Its process; each session has one of its own, which it has started. */
  public long pid() {
    return vsftpd.pid();
  }

  @Override
  public void close() {
    vsftpd.close();
  }
}
