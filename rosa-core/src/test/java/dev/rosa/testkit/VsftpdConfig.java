package dev.rosa.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Configuration of vsftpd for a test: it serves a folder to users without a password, as root of a
 * user namespace. Stateless.
 */
public final class VsftpdConfig {

  /** The program. */
  public static final Path PROGRAM = Path.of("/usr/sbin/vsftpd");

  private VsftpdConfig() {}

  /**
   * Writes one.
   *
   * @param files the folder that is served; vsftpd asks that its root cannot be written
   */
  public static Path write(Path file, Path files) throws IOException {
    return Files.writeString(
        file,
        """
        listen=NO
        listen_ipv6=YES
        background=NO
        run_as_launching_user=YES
        one_process_model=YES
        seccomp_sandbox=NO
        anonymous_enable=YES
        no_anon_password=YES
        ftp_username=root
        local_enable=NO
        write_enable=YES
        anon_upload_enable=YES
        anon_root=%s
        """
            .formatted(files));
  }
}
