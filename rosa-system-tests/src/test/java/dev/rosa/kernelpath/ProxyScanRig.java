package dev.rosa.kernelpath;

import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A proxy with a service of ICAP beside it, which finds what has the word EVIL in it. */
abstract class ProxyScanRig extends ProxyRig {

  static final String RULES =
      """
      <log file="proxy.log"/>
      <scans>
        <scan name="virus" service="icap://127.0.0.1:1344/avscan" timeout="%s" limit="64KiB"
              when-gone="%s" when-larger="refuse"/>
      </scans>
      <rules log="full">
        <rule name="no-secret" action="refuse" paths="/secret*"/>
        <rule name="plain" action="allow" protocols="http" paths="/plain/*"/>
        <rule name="web" action="allow" protocols="http" scan="virus" %s/>
      </rules>
      """;

  /** Lets the body pass unless it has EVIL in it; a body with SLOW waits for two minutes. */
  private static final String ICAP =
      """
      import socketserver, time

      class Handler(socketserver.StreamRequestHandler):
          def chunks(self):
              body = b""
              while True:
                  size = self.rfile.readline().strip()
                  n = int(size.split(b";")[0], 16)
                  if n == 0:
                      self.rfile.readline()
                      return body, b"ieof" in size
                  body += self.rfile.read(n)
                  self.rfile.readline()

          def say(self, text):
              self.wfile.write(text.replace("\\n", "\\r\\n").encode())

          def handle(self):
              line = self.rfile.readline().decode()
              fields = {}
              while True:
                  field = self.rfile.readline().decode().strip()
                  if not field:
                      break
                  name, value = field.split(":", 1)
                  fields[name.lower()] = value.strip()
              if line.startswith("OPTIONS"):
                  self.say("ICAP/1.0 200 OK\\nMethods: RESPMOD\\nISTag: \\"1\\"\\nPreview: 16\\n"
                           "Allow: 204\\nEncapsulated: null-body=0\\n\\n")
                  return
              places = dict(p.strip().split("=") for p in fields["encapsulated"].split(","))
              self.rfile.read(int(places["res-body"]))
              body, whole = self.chunks()
              if not whole:
                  self.say("ICAP/1.0 100 Continue\\n\\n")
                  body += self.chunks()[0]
              if b"SLOW" in body:
                  time.sleep(120)
              if b"EVIL" not in body:
                  self.say("ICAP/1.0 204 No Content\\nISTag: \\"1\\"\\n\\n")
                  return
              head = "HTTP/1.1 403 Forbidden\\nContent-Type: text/plain\\n\\n"
              self.say("ICAP/1.0 200 OK\\nX-Infection-Found: Type=0; Threat=Evil;\\n"
                       "Encapsulated: res-hdr=0, res-body=%d\\n\\n"
                       % len(head.replace("\\n", "\\r\\n")))
              self.say(head + "5\\nevil!\\n0\\n\\n")

      class Server(socketserver.ThreadingTCPServer):
          allow_reuse_address = True
          daemon_threads = True

      Server(("127.0.0.1", 1344), Handler).serve_forever()
      """;

  /** Starts that service, and waits until it listens. */
  RunningProgram icap() throws Exception {
    Path program = Files.writeString(folder.resolve("icap.py"), ICAP);
    RunningProgram icap = net.start("icap", List.of("/usr/bin/python3", program.toString()));
    Await.until("the service to listen", () -> net.shell("ss -Hltn").contains(":1344 "));
    return icap;
  }

  void file(String path, String text) throws Exception {
    Path file = folder.resolve("www").resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Waits until the log has a text, and gives all of it. */
  String awaitLog(String text) throws Exception {
    Path log = folder.resolve("proxy.log");
    Await.until(
        "the log's " + text, () -> Files.exists(log) && Files.readString(log).contains(text));
    return Files.readString(log);
  }

  long scanned(String result) throws Exception {
    return status().at("/scans/byName/virus/" + result).asLong();
  }
}
