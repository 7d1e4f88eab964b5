-- Shows ROSA's active packets in Wireshark and tshark (docs/protocol.md, "On the wire").
--
-- UDP port 3322 is an active packet. UDP port 3323 is an overlay link: its payload is a whole IP
-- packet, which the ip and ipv6 dissectors take over, and they come back here with what is in it.
-- What a router would drop in step 1 of the protocol is an expert info with the drop reason's name.

local PORT, OVERLAY_PORT = 3322, 3323
local MAGIC, VERSION, HEADER_BYTES, VERSION_END = 0x524f, 1, 80, 3

-- id: name, bytes of nonce, bytes of tag, whether the payload is encrypted
local SUITES = {
  [0x01] = { name = "HMAC-MD5", nonce = 0, tag = 16 },
  [0x02] = { name = "HMAC-SHA1", nonce = 0, tag = 20 },
  [0x03] = { name = "HMAC-SHA256-128", nonce = 0, tag = 16 },
  [0x11] = { name = "AES128-CTR+HMAC-MD5", nonce = 12, tag = 16, encrypts = true },
  [0x12] = { name = "AES128-CTR+HMAC-SHA1", nonce = 12, tag = 20, encrypts = true },
  [0x13] = { name = "AES128-CTR+HMAC-SHA256-128", nonce = 12, tag = 16, encrypts = true },
  [0x20] = { name = "AES256-GMAC", nonce = 12, tag = 16 },
  [0x21] = { name = "AES256-GCM", nonce = 12, tag = 16, encrypts = true },
}

local suite_names = {}
for id, suite in pairs(SUITES) do
  suite_names[id] = suite.name
end

local rosa = Proto("rosa", "ROSA Active Packet")
local overlay = Proto("rosa_overlay", "ROSA Overlay Link")

local f = {
  magic = ProtoField.uint16("rosa.magic", "Magic", base.HEX),
  version = ProtoField.uint8("rosa.version", "Version", base.DEC),
  suite = ProtoField.uint8("rosa.suite", "Suite", base.HEX, suite_names),
  service_port = ProtoField.uint16("rosa.service_port", "Service port", base.DEC),
  payload_length = ProtoField.uint16("rosa.payload_length", "Payload length", base.DEC),
  domain = ProtoField.uint32("rosa.domain", "Domain", base.DEC),
  epoch = ProtoField.uint32("rosa.epoch", "Epoch", base.DEC),
  sst = ProtoField.absolute_time("rosa.sst", "SST, service start time", base.UTC),
  set = ProtoField.absolute_time("rosa.set", "SET, service end time", base.UTC),
  session = ProtoField.uint64("rosa.session", "Session", base.HEX),
  u = ProtoField.bytes("rosa.u", "U, user"),
  ci = ProtoField.bytes("rosa.ci", "Ci, code"),
  grant = ProtoField.uint64("rosa.grant", "Grant", base.HEX),
  grant_rate = ProtoField.uint32("rosa.grant.rate", "Rate, packets per second", base.DEC),
  grant_fuel = ProtoField.uint16("rosa.grant.fuel", "Fuel, thousand instructions", base.DEC),
  permissions = ProtoField.uint16("rosa.grant.permissions", "Permissions", base.HEX),
  read = ProtoField.bool("rosa.grant.permissions.read", "Read the plaintext", 16, nil, 0x0001),
  modify = ProtoField.bool("rosa.grant.permissions.modify", "Modify", 16, nil, 0x0002),
  drop = ProtoField.bool("rosa.grant.permissions.drop", "Drop", 16, nil, 0x0004),
  emit = ProtoField.bool("rosa.grant.permissions.emit", "Emit (reserved)", 16, nil, 0x0008),
  redirect = ProtoField.bool("rosa.grant.permissions.redirect", "Redirect (reserved)", 16, nil, 0x0010),
  state = ProtoField.bool("rosa.grant.permissions.state", "Keep per-session state", 16, nil, 0x0020),
  sequence = ProtoField.uint64("rosa.sequence", "Sequence", base.DEC),
  nonce = ProtoField.bytes("rosa.nonce", "Nonce"),
  nonce_writer = ProtoField.uint32("rosa.nonce.writer", "Writer", base.DEC),
  nonce_counter = ProtoField.uint64("rosa.nonce.counter", "Counter", base.DEC),
  payload = ProtoField.bytes("rosa.payload", "Payload"),
  tag = ProtoField.bytes("rosa.tag", "Tag"),
  rest = ProtoField.bytes("rosa.rest", "Nonce, payload and tag, or what there is of them"),
}
rosa.fields = f

local overlay_version = ProtoField.uint8("rosa_overlay.ip_version", "IP version of the packet inside", base.DEC, nil, 0xf0)
overlay.fields = { overlay_version }

local e = {
  malformed = ProtoExpert.new("rosa.malformed", "MALFORMED", expert.group.MALFORMED, expert.severity.ERROR),
  unknown_version = ProtoExpert.new(
    "rosa.unknown_version", "UNKNOWN_VERSION", expert.group.UNDECODED, expert.severity.WARN),
  suite_refused = ProtoExpert.new(
    "rosa.suite_refused", "SUITE_REFUSED", expert.group.UNDECODED, expert.severity.WARN),
  no_router_alert = ProtoExpert.new(
    "rosa.no_router_alert", "No Router Alert", expert.group.PROTOCOL, expert.severity.NOTE),
}
rosa.experts = e

-- The application at the Destination, so that "Decode As" can show payloads that travel in clear.
local services = DissectorTable.new("rosa.service_port", "ROSA service port", ftypes.UINT16, base.DEC)

local ip_version, ip_length, ip_header = Field.new("ip.version"), Field.new("ip.len"), Field.new("ip.hdr_len")
local ipv6_length, hop_by_hop = Field.new("ipv6.plen"), Field.new("ipv6.hopopts.len_oct")
local alert_v4, alert_v6 = Field.new("ip.opt.ra"), Field.new("ipv6.opt.router_alert")
local udp_length = Field.new("udp.length")

-- With an overlay link a field is there twice: the last one is the inner packet's.
local function last(field)
  local values = { field() }
  return values[#values] and values[#values].value
end

local function has_router_alert()
  for _, value in ipairs({ alert_v4() }) do
    if value.value == 0 then return true end
  end
  for _, value in ipairs({ alert_v6() }) do
    if value.value == 2 then return true end
  end
  return false
end

-- What IP says that UDP has, or nil where IP does not say it in a way that can be counted on.
local function bytes_in_ip(pinfo)
  if pinfo.net_src and tostring(pinfo.net_src):find(":", 1, true) then
    local payload, options = last(ipv6_length), last(hop_by_hop)
    return payload and options and payload > 0 and payload - options or nil
  end
  local whole, header = last(ip_length), last(ip_header)
  return whole and header and last(ip_version) == 4 and whole - header or nil
end

local function add_grant(tree, range)
  local grant = tree:add(f.grant, range)
  grant:add(f.grant_rate, range(0, 4))
  grant:add(f.grant_fuel, range(4, 2))
  local permissions = grant:add(f.permissions, range(6, 2))
  for _, name in ipairs({ "read", "modify", "drop", "emit", "redirect", "state" }) do
    permissions:add(f[name], range(6, 2))
  end
  return permissions
end

local HEADER = {
  { "magic", 0, 2 }, { "version", 2, 1 }, { "suite", 3, 1 }, { "service_port", 4, 2 },
  { "payload_length", 6, 2 }, { "domain", 8, 4 }, { "epoch", 12, 4 }, { "sst", 16, 4 },
  { "set", 20, 4 }, { "session", 24, 8 }, { "u", 32, 16 }, { "ci", 48, 16 }, { "grant", 64, 8 },
  { "sequence", 72, 8 },
}

-- Adds those of the header's fields that were captured, up to an end; returns their tree items.
local function add_header(tree, tvb, to)
  local items = {}
  for _, field in ipairs(HEADER) do
    local name, offset, length = field[1], field[2], field[3]
    if offset + length > math.min(to, tvb:len()) then return items end
    local range = tvb(offset, length)
    items[name] = name == "grant" and add_grant(tree, range) or tree:add(f[name], range)
  end
  return items
end

local function add_part(tree, tvb, field, offset, length)
  local there = math.min(length, tvb:len() - offset)
  if there > 0 then return tree:add(field, tvb(offset, there)) end
end

local function add_nonce(tree, tvb, offset)
  local item = add_part(tree, tvb, f.nonce, offset, 12)
  if item and tvb:len() >= offset + 12 then
    item:add(f.nonce_writer, tvb(offset, 4))
    item:add(f.nonce_counter, tvb(offset + 4, 8))
    item:append_text(tvb(offset, 4):uint() == 0 and " (the Source's)" or " (a router's)")
  end
end

local function add_sealed(tree, tvb, pinfo, suite, root)
  local payload = tvb(6, 2):uint()
  local offset = HEADER_BYTES
  if suite.nonce > 0 then add_nonce(tree, tvb, offset) end
  offset = offset + suite.nonce
  local item = add_part(tree, tvb, f.payload, offset, payload)
  if item then item:append_text(suite.encrypts and " (encrypted)" or " (in clear)") end
  add_part(tree, tvb, f.tag, offset + payload, suite.tag)
  local service = services:get_dissector(tvb(4, 2):uint())
  if item and service and not suite.encrypts and tvb:len() >= offset + payload then
    service:call(tvb(offset, payload):tvb(), pinfo, root)
  end
end

local function malformed(item, what)
  item:add_proto_expert_info(e.malformed, "MALFORMED: " .. what)
end

-- Step 1 as far as lengths and values go; what stands behind the header is added on the way.
local function add_rest(tree, tvb, pinfo, items, root)
  local bytes, id, payload = tvb:reported_len(), tvb(3, 1):uint(), tvb(6, 2):uint()
  local suite = SUITES[id]
  local whole = HEADER_BYTES + payload + (suite and suite.nonce + suite.tag or 0)
  if not suite then
    items.suite:add_proto_expert_info(e.suite_refused, "SUITE_REFUSED: version 1 has no such suite")
  end
  if suite and bytes == whole then
    add_sealed(tree, tvb, pinfo, suite, root)
  else
    add_part(tree, tvb, f.rest, HEADER_BYTES, bytes - HEADER_BYTES)
  end
  if bytes < whole or (suite and bytes > whole) then
    malformed(items.payload_length,
      string.format("%d bytes in the datagram, %d by its header", bytes, whole))
  end
  if items.sequence and tvb(72, 8):uint64() == UInt64(0) then
    malformed(items.sequence, "sequences start at 1")
  end
  if items.grant and tvb(71, 1):bitfield(3, 2) ~= 0 then
    malformed(items.grant, "reserved permissions are set")
  end
end

local function summary(tvb, id)
  local name = suite_names[id] or string.format("suite 0x%02x", id)
  return string.format("%s session %s sequence %s, %d bytes for port %d", name,
    tvb(24, 8):bytes():tohex(true), tostring(tvb(72, 8):uint64()), tvb(6, 2):uint(), tvb(4, 2):uint())
end

function rosa.dissector(tvb, pinfo, root)
  local bytes = tvb:reported_len()
  pinfo.cols.protocol = "ROSA"
  local tree = root:add(rosa, tvb())
  if not has_router_alert() then
    tree:add_proto_expert_info(e.no_router_alert,
      "No Router Alert: every router treats this as an ordinary packet")
  end
  local in_ip, in_udp = bytes_in_ip(pinfo), last(udp_length)
  if in_ip and in_udp and in_ip ~= in_udp then
    malformed(tree, string.format("UDP says %d bytes, IP has %d", in_udp, in_ip))
  end
  if tvb:len() < VERSION_END and bytes >= VERSION_END then return tvb:len() end
  if bytes < VERSION_END or tvb(0, 2):uint() ~= MAGIC then
    pinfo.cols.info = "Not an active packet of ROSA: " .. bytes .. " bytes"
    add_header(tree, tvb, VERSION_END)
    malformed(tree, bytes < VERSION_END and "too short for a version" or "the magic is not 52 4f")
    return tvb:len()
  end
  if tvb(2, 1):uint() ~= VERSION then
    pinfo.cols.info = "Version " .. tvb(2, 1):uint()
    local items = add_header(tree, tvb, VERSION_END)
    items.version:add_proto_expert_info(e.unknown_version, "UNKNOWN_VERSION: only 1 is known")
    add_part(tree, tvb, f.rest, VERSION_END, bytes - VERSION_END)
    return tvb:len()
  end
  local items = add_header(tree, tvb, HEADER_BYTES)
  if bytes < HEADER_BYTES then
    pinfo.cols.info = "Cut off within its header: " .. bytes .. " bytes"
    malformed(tree, string.format("%d bytes, the header alone has %d", bytes, HEADER_BYTES))
  elseif tvb:len() >= HEADER_BYTES then
    pinfo.cols.info = summary(tvb, tvb(3, 1):uint())
    add_rest(tree, tvb, pinfo, items, root)
  end
  return tvb:len()
end

function overlay.dissector(tvb, pinfo, root)
  local version = tvb:len() > 0 and tvb(0, 1):bitfield(0, 4) or 0
  local tree = root:add(overlay, tvb())
  if tvb:len() > 0 then tree:add(overlay_version, tvb(0, 1)) end
  pinfo.cols.protocol = "ROSA overlay"
  if version == 4 or version == 6 then
    Dissector.get(version == 4 and "ip" or "ipv6"):call(tvb, pinfo, root)
  end
  return tvb:len()
end

local udp = DissectorTable.get("udp.port")
udp:add(PORT, rosa)
udp:add(OVERLAY_PORT, overlay)
