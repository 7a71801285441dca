// Runs the keyboard's firmware on a real MicroPython, with sockets, keys and panels from outside.
//
// node micropython.mjs MICROPYTHON STATEMENTS FOLDER…: all files of the folders can be imported.
// Lines that come in set what the keys' contacts say; what `world.tell` is given goes out.

import { readFileSync, readdirSync } from "node:fs";
import { createHash } from "node:crypto";
import { connect } from "node:net";
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

const world = {
  connect: (host, port, tls) => new Promise((resolve) => {
    const socket = tls ? connectSecurely({ host, port, rejectUnauthorized: false }) : connect(port, host);
    socket.once(tls ? "secureConnect" : "connect", () => {
      const name = streams.size + 1;
      streams.set(name, new Stream(socket));
      resolve(name);
    });
    socket.once("error", () => resolve(0));
  }),
  read: (name, most) => streams.get(name).read(most),
  write: (name, hex) => { streams.get(name).socket.write(Buffer.from(hex, "hex")); },
  close: (name) => { streams.get(name).socket.destroy(); },
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
