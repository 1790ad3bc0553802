import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SigningScanner, Verdict } from './scanner.ts';

/** Where clamd listens: the path of its socket, or `host:port`. Its own protocol is neither authenticated nor encrypted. */
export type ClamdAddress = string;

const usualQuietMs = 30_000;
const longestReply = 4096;

/**
 * Asks clamd, by INSTREAM (clamd(8)). Only `stream: OK`, said after the last byte was sent, is clean; a name is an infection; all else
 * is no answer (promise U3). clamd must have `StreamMaxLength`, `MaxFileSize` and `MaxScanSize` of at least twice the largest document,
 * and `AlertExceedsMax yes`: without it, it calls clean what was too large to look at.
 */
export function clamdScanner(address: ClamdAddress, quietMs = usualQuietMs): SigningScanner {
  const open = () => {
    const socket = connectTo(address).setTimeout(quietMs, () => socket.destroy(new Error('clamd does not answer.')));
    return socket;
  };
  return {
    async scan(bytes) {
      const socket = open();
      const reply = readReply(socket);
      // Once read, an answer closes the socket: one that comes too early breaks off the sending, and counts for nothing.
      await Promise.all([pipeline(framed(bytes), socket, { end: false }), reply]);
      return verdictOf(await reply);
    },
    async signaturesFrom() {
      const socket = open();
      socket.write('zVERSION\0');
      return dateOf(await readReply(socket));
    },
  };
}

function connectTo(address: ClamdAddress): Socket {
  const [, host, port] = /^([^/]+):(\d+)$/.exec(address) ?? [];
  return host ? connect(Number(port), host) : connect(address);
}

/** Chunks with their lengths before them, and a length of nothing at the end. */
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
    if (reply.length > longestReply) throw new Error('clamd says more than an answer.');
    if (reply.endsWith('\0')) break;
  }
  return reply;
}

function verdictOf(reply: string): Verdict {
  if (reply === 'stream: OK\0') return 'clean';
  const [, name] = /^stream: ([\w.:()-]+) FOUND\0$/.exec(reply) ?? [];
  // Not malware: clamd has not looked at all of it.
  if (!name || name.startsWith('Heuristics.Limits.Exceeded')) return 'failed';
  return 'infected';
}

/** `ClamAV 1.4.3/27900/Fri Nov 20 08:55:00 2026`, by clamd's own clock; without signatures of its makers only the first part. */
function dateOf(reply: string): Date | undefined {
  const [, written = ''] = /^ClamAV [^/]+\/\d+\/([\w: ]{1,40})\0$/.exec(reply) ?? [];
  const at = new Date(written);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
