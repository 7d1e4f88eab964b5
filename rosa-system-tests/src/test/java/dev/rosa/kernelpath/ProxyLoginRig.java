package dev.rosa.kernelpath;

import org.junit.jupiter.api.BeforeEach;

/** A client and a server, and between them a proxy with a page to log in. */
abstract class ProxyLoginRig extends ProxyRig {

  static final String PAGE = "https://10.0.1.1:3327";
  static final String FORM = "name=alice&password=correct+horse";
  static final String SERVICES =
      """
      <operators socket="run/operator.sock"/>
      <login listen="10.0.1.1:3327" certificate="web.crt" key="web.key" passwords="proxy.users"/>
      <log file="proxy.log"/>
      """;

  @BeforeEach
  void prepare() throws Exception {
    net.shell(
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=10.0.1.1 -addext"
            + " subjectAltName=IP:10.0.1.1 -keyout %1$s/web.key -out %1$s/web.crt"
                .formatted(folder));
  }

  /** What a command of the proxy prints. */
  String command(String words) throws Exception {
    return command("true", words);
  }

  String command(String input, String words) throws Exception {
    String program = String.join(" ", Programs.proxy(words.split(" ")));
    return net.shell("%s | %s --config %s/proxy.xml".formatted(input, program, folder));
  }

  String logIn(String form) throws Exception {
    return curl(
        "--cacert",
        folder.resolve("web.crt").toString(),
        "-o",
        folder.resolve("page").toString(),
        "-w",
        "%{http_code}",
        "-d",
        form,
        PAGE + "/login");
  }
}
