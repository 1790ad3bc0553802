import { type ChildProcessByStdio, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { refusalReasons } from '@trust/contracts/events/evidence';
import { z } from 'zod';
import type { Examination, Examiner } from './examiner.ts';

export type ExaminationLimits = { cpuSeconds: number; wallSeconds: number; memoryMiB: number };

/** Promise U4. A document of an ordinary kind takes a second and 200 MiB. */
const usualLimits: ExaminationLimits = { cpuSeconds: 15, wallSeconds: 20, memoryMiB: 700 };

// What Node reserves for code that it will never write; the kernel counts it all the same.
const nodeReservesMiB = 580;
const longestAnswer = 8 * 1024 * 1024;

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const script = fileURLToPath(new URL('examine-child.ts', import.meta.url));

/**
 * Opens each document in a process of its own: no environment, no files but the program, and the kernel's limits of processor time and
 * memory. What dies of these is `too_complex`. Any other death, or one that the clock of a busy machine brings, is no answer.
 */
export function sandboxedExaminer(limits = usualLimits): Examiner {
  return {
    async examine(bytes, { mediaType, sizeBytes }) {
      const child = start([mediaType, String(sizeBytes)], limits);
      const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
      const late = setTimeout(() => child.kill('SIGKILL'), limits.wallSeconds * 1000);
      try {
        const answer = readAnswer(child.stdio[3] as Readable);
        // Whichever side breaks off: the child answers only to a document of the right length, and its end says why it ended.
        await pipeline(bytes, child.stdin).catch(() => {});
        const [found, [code, signal]] = await Promise.all([answer, ended]);
        if (code === 0) return examinationOf(found);
        return isExhausted(signal) ? { finding: 'refused', refusal: 'too_complex' } : { finding: 'failed' };
      } finally {
        clearTimeout(late);
        child.kill('SIGKILL');
      }
    },
  };
}

type Child = ChildProcessByStdio<Writable, null, null>;

function start(args: string[], { cpuSeconds, memoryMiB }: ExaminationLimits): Child {
  const kibibytes = (memoryMiB + nodeReservesMiB) * 1024;
  const limited = `ulimit -c 0; ulimit -f 0; ulimit -d ${kibibytes}; ulimit -S -t ${cpuSeconds}; exec "$@"`;
  // Native code is not held by these permissions: they are for what a script could be talked into.
  const confined = ['--permission', `--allow-fs-read=${root}`, '--allow-addons', '--disable-warning=SecurityWarning'];
  const node = [process.execPath, ...confined, `--max-old-space-size=${Math.ceil(memoryMiB / 2)}`, script, ...args];
  const stdio: StdioOptions = ['pipe', 'ignore', 'ignore', 'pipe'];
  return spawn('/bin/sh', ['-c', limited, 'sh', ...node], { env: {}, cwd: '/', stdio }) as Child;
}

async function readAnswer(channel: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of channel as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestAnswer) throw new Error('The answer of an examination is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const Answer = z.discriminatedUnion('finding', [
  z.object({ finding: z.literal('acceptable') }),
  z.object({ finding: z.literal('refused'), refusal: z.enum(refusalReasons) }),
]);

/** The child has opened what a stranger made: what it says is looked at like any input. */
function examinationOf(answer: Buffer): Examination {
  const lineEnd = answer.indexOf('\n');
  const said = Answer.parse(JSON.parse(answer.subarray(0, lineEnd).toString()));
  if (said.finding === 'refused') return said;
  const preview = answer.subarray(lineEnd + 1);
  return { finding: 'acceptable', preview: preview.length > 0 ? preview : undefined };
}

/** SIGXCPU is the limit of time; the others are what V8 does when memory ends. */
function isExhausted(signal: NodeJS.Signals | null): boolean {
  return signal !== null && ['SIGXCPU', 'SIGABRT', 'SIGTRAP', 'SIGILL'].includes(signal);
}
