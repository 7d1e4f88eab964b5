package dev.rosa.proxy.ftp;

import dev.rosa.config.IpLiteral;
import dev.rosa.proxy.stream.Judgement;
import java.net.InetAddress;
import org.junit.jupiter.api.BeforeEach;

/** A control connection whose server has greeted, under rules that let all pass. */
abstract class FtpControlRig {
  static final InetAddress CLIENT = IpLiteral.parse("10.0.0.7");
  static final InetAddress SERVER = IpLiteral.parse("192.0.2.1");

  final FtpControl control =
      new FtpControl(
          CLIENT, SERVER, (verb, url) -> new FtpPolicy.Decision(Judgement.PASS, "all", false));

  @BeforeEach
  void greet() {
    control.reply("220 ready");
  }
}
