// Runs the keyboard's firmware on a real MicroPython, with sockets, keys and panels from outside.
//
// node micropython.mjs MICROPYTHON STATEMENTS FOLDER…: all files of the folders can be imported.
// Lines that come in set what the keys' contacts say; what `world.tell` is given goes out.

import { readFileSync, readdirSync } from "node:fs";
import { createHash } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect, createServer } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { createInterface } from "node:readline";
import { join } from "node:path";

const [micropython, statements, ...folders] = process.argv.slice(2);
const { loadMicroPython } = await import(micropython);

const streams = new Map();
let contacts = 0;

class Stream {
  constructor(socket) {
    this.socket = socket;
    this.pieces = [];
    this.over = false;
    this.wake = () => {};
    socket.on("data", (piece) => { this.pieces.push(piece); this.wake(); });
    for (const end of ["end", "close", "error"]) {
      socket.on(end, () => { this.over = true; this.wake(); });
    }
  }

  // Up to so many bytes in hexadecimal, which crosses the border between the languages quickly.
  async read(most) {
    while (!this.pieces.length && !this.over) {
      await new Promise((resolve) => { this.wake = resolve; });
    }
    if (!this.pieces.length) return "";
    const piece = this.pieces.shift();
    if (piece.length > most) this.pieces.unshift(piece.subarray(most));
    return piece.subarray(0, most).toString("hex");
  }
}

const named = (socket) => {
  const name = streams.size + 1;
  streams.set(name, new Stream(socket));
  return name;
};

// What comes from outside without being asked for, taken one after the other.
class Arrivals {
  constructor() { this.waiting = []; this.wake = () => {}; }
  put(one) { this.waiting.push(one); this.wake(); }
  async next() {
    while (!this.waiting.length) await new Promise((resolve) => { this.wake = resolve; });
    return this.waiting.shift();
  }
}
const visitors = new Arrivals();
const datagrams = new Arrivals();
const udp = createSocket("udp4");

const world = {
  connect: (host, port, tls) => new Promise((resolve) => {
    const socket = tls ? connectSecurely({ host, port, rejectUnauthorized: false }) : connect(port, host);
    socket.once(tls ? "secureConnect" : "connect", () => resolve(named(socket)));
    socket.once("error", () => resolve(0));
  }),
  // Both give the port on which they listen now, on this machine alone.
  listen: () => new Promise((resolve) => {
    const server = createServer({ allowHalfOpen: true }, (socket) => visitors.put(named(socket)));
    server.listen(0, "127.0.0.1", () => resolve(server.address().port));
  }),
  listenUdp: () => new Promise((resolve) => {
    udp.on("message", (data, sender) => datagrams.put([data.toString("hex"), sender.port]));
    udp.bind(0, "127.0.0.1", () => resolve(udp.address().port));
  }),
  visitor: () => visitors.next(),
  datagram: () => datagrams.next(),
  reply: (hex, port) => { udp.send(Buffer.from(hex, "hex"), port, "127.0.0.1"); },
  read: (name, most) => streams.get(name).read(most),
  write: (name, hex) => { streams.get(name).socket.write(Buffer.from(hex, "hex")); },
  close: (name) => { streams.get(name).socket.destroySoon(); },
  pin: (name) => {
    const certificate = streams.get(name).socket.getPeerCertificate().raw;
    return createHash("sha256").update(certificate).digest("hex");
  },
  contacts: () => contacts,
  tell: (text) => { process.stdout.write(text + "\n"); },
};

if (!process.stdin.isTTY) {
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => { contacts = Number(line); });
  lines.on("close", () => { if (statements.includes("run_forever")) process.exit(0); });
}

const python = await loadMicroPython({ stdout: (line) => console.error(line), linebuffer: true });
python.registerJsModule("world", world);
python.FS.mkdir("/lib");
for (const folder of folders) {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".py"))) {
    python.FS.writeFile(`/lib/${file}`, readFileSync(join(folder, file)));
  }
}
await python.runPythonAsync(statements);
process.exit(0);
