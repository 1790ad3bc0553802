import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SignatureScanner, Verdict } from '../../scanner.ts';

/** A socket path, or `host:port` in a private network: clamd neither authenticates nor encrypts. */
export type ClamdAddress = string;

const defaultTimeoutMs = 30_000;
const maxPingMs = 5000;
const maxReplyBytes = 4096;

// INSTREAM of clamd(8). Only `stream: OK` after the last byte is clean, only a name infected (U3).
// Without `AlertExceedsMax yes` (docs/evidence.md) clamd reports unread files as clean.
export function clamdScanner(address: ClamdAddress, timeoutMs = defaultTimeoutMs): SignatureScanner {
  const open = (withinMs = timeoutMs) => {
    const socket = connectTo(address).setTimeout(withinMs, () =>
      socket.destroy(new Error(`clamd did not respond within ${withinMs / 1000} s.`)),
    );
    return socket;
  };
  return {
    async scan(bytes) {
      const socket = open();
      const reply = readReply(socket);
      // A reply before the last byte closes the socket, so sending fails and the reply is ignored.
      await Promise.all([pipeline(framed(bytes), socket, { end: false }), reply]);
      return verdictOf(await reply);
    },
    async isUp() {
      const socket = open(Math.min(timeoutMs, maxPingMs));
      socket.write('zPING\0');
      return (await readReply(socket)) === 'PONG\0';
    },
    async signaturesDate() {
      const socket = open();
      socket.write('zVERSION\0');
      return signatureDateOf(await readReply(socket));
    },
  };
}

function connectTo(address: ClamdAddress): Socket {
  const [, host, port] = /^([^/]+):(\d+)$/.exec(address) ?? [];
  return host ? connect(Number(port), host) : connect(address);
}

/** Each chunk after its length; a zero length ends the stream. */
async function* framed(bytes: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    if (chunk.length === 0) continue;
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

async function readReply(socket: Socket): Promise<string> {
  let reply = '';
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    reply += chunk.toString('latin1');
    if (reply.length > maxReplyBytes) throw new Error(`clamd's reply exceeds ${maxReplyBytes} bytes.`);
    if (reply.endsWith('\0')) break;
  }
  return reply;
}

function verdictOf(reply: string): Verdict {
  if (reply === 'stream: OK\0') return 'clean';
  const [, name] = /^stream: ([\w.:()-]+) FOUND\0$/.exec(reply) ?? [];
  // Not malware: clamd did not scan the whole file.
  if (!name || name.startsWith('Heuristics.Limits.Exceeded')) return 'failed';
  return 'infected';
}

/** `ClamAV 1.4.3/27900/Fri Nov 20 08:55:00 2026`; without official signatures `ClamAV 1.4.3`. */
function signatureDateOf(reply: string): Date | undefined {
  const [, written = ''] = /^ClamAV [^/]+\/\d+\/([\w: ]{1,40})\0$/.exec(reply) ?? [];
  const at = new Date(written);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
