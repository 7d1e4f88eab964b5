package dev.rosa.bench.firewall.rate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Configuration of CrowdSec and its bouncer for the bench: no central API, a parser and a scenario
 * for the bench's log. What decides about time is as in the packages. Stateless.
 */
final class CrowdSecFiles {

  private static final String CONFIG =
      """
      common: {daemonize: false, log_media: stdout, log_level: info, working_dir: FOLDER}
      config_paths:
        config_dir: FOLDER/
        data_dir: FOLDER/data/
        simulation_path: FOLDER/simulation.yaml
        hub_dir: FOLDER/hub/
        index_path: FOLDER/hub/.index.json
        notification_dir: FOLDER/notifications/
        plugin_dir: FOLDER/plugins/
      crowdsec_service: {acquisition_path: FOLDER/acquis.yaml, parser_routines: 1}
      cscli: {output: human}
      db_config: {log_level: info, type: sqlite, db_path: FOLDER/data/crowdsec.db}
      plugin_config: {user: nobody, group: nogroup}
      api:
        client: {credentials_path: FOLDER/credentials.yaml}
        server:
          log_level: info
          listen_uri: 127.0.0.1:18080
          profiles_path: FOLDER/profiles.yaml
      prometheus: {enabled: false}
      """;

  private static final String PARSER =
      """
      name: rosa/bench
      filter: "evt.Line.Labels.type == 'bench'"
      onsuccess: next_stage
      grok:
        pattern: "malformed order of %{IP:source_ip}"
        apply_on: Line.Raw
      statics:
        - meta: log_type
          value: bench
        - meta: source_ip
          expression: evt.Parsed.source_ip
      """;

  private static final String SCENARIO =
      """
      type: trigger
      name: rosa/bench
      description: malformed orders
      filter: "evt.Meta.log_type == 'bench'"
      groupby: evt.Meta.source_ip
      labels: {remediation: true}
      """;

  private static final String PROFILES =
      """
      name: bench
      filters: ["Alert.Remediation == true && Alert.GetScope() == 'Ip'"]
      decisions: [{type: ban, duration: 1h}]
      on_success: break
      """;

  private static final String BOUNCER =
      """
      mode: nftables
      pid_dir: FOLDER
      update_frequency: 10s
      daemonize: false
      log_mode: stdout
      log_level: info
      api_url: http://127.0.0.1:18080/
      api_key: key-of-the-bench
      disable_ipv6: false
      deny_action: DROP
      supported_decisions_types: [ban]
      blacklists_ipv4: crowdsec-blacklists
      blacklists_ipv6: crowdsec6-blacklists
      nftables:
        ipv4: {enabled: true, set-only: false, table: crowdsec, chain: crowdsec-chain}
        ipv6: {enabled: true, set-only: false, table: crowdsec6, chain: crowdsec6-chain}
      prometheus: {enabled: false}
      """;

  private static final Map<String, String> FILES =
      Map.of(
          "config.yaml",
          CONFIG,
          "bouncer.yaml",
          BOUNCER,
          "profiles.yaml",
          PROFILES,
          "simulation.yaml",
          "simulation: false\n",
          "acquis.yaml",
          "filenames: [FOLDER/service.log]\nlabels: {type: bench}\n",
          "hub/.index.json",
          "{\"parsers\":{},\"postoverflows\":{},\"scenarios\":{},\"collections\":{}}\n",
          "parsers/s01-parse/bench.yaml",
          PARSER,
          "scenarios/bench.yaml",
          SCENARIO,
          "service.log",
          "");

  private CrowdSecFiles() {}

  /**
   * Writes all of them.
   *
   * @param patterns folder of patterns that the package has
   */
  static void write(Path folder, Path patterns) throws IOException {
    for (String each : List.of("data", "notifications", "plugins", "parsers/s00-raw")) {
      Files.createDirectories(folder.resolve(each));
    }
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue().replace("FOLDER", folder.toString()));
    }
    Path link = folder.resolve("patterns");
    if (!Files.exists(link)) {
      Files.createSymbolicLink(link, patterns);
    }
  }
}
