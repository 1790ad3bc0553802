import { type ChildProcessByStdio, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { RefusalReason } from '@trust/contracts/events/evidence';
import { MediaSize, mediaSizes } from '@trust/contracts/events/public-media';
import { z } from 'zod';
import type { Examination, Examiner, Rendition } from '../../examiner.ts';
import { watchTime } from './process-time.ts';

/** Promise U4. An ordinary document takes 200 MiB. */
const defaultMemoryMiB = 700;

// Node reserves this for code; the kernel counts it although it is never written.
const nodeReservesMiB = 580;
const maxAnswerBytes = 8 * 1024 * 1024;

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const script = fileURLToPath(new URL('examine-child.ts', import.meta.url));

/** No environment, only the program's files, kernel limits on time and memory (ADR 0020). */
export function sandboxedExaminer(memoryMiB = defaultMemoryMiB): Examiner {
  return {
    async examine(bytes, { mediaType, sizeBytes, isPublic }, limits, stopped) {
      if (stopped?.aborted) return { finding: 'failed' };
      const purpose = isPublic ? 'public' : 'evidence';
      const child = start([mediaType, String(sizeBytes), purpose], { cpuMs: limits.cpuMs, memoryMiB });
      const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
      const stop = () => child.kill('SIGKILL');
      const watch = watchTime(child.pid ?? 0, limits, stop);
      stopped?.addEventListener('abort', stop);
      try {
        const answer = readAnswer(child.stdio[3] as Readable);
        // Errors of the pipe are ignored: the child's exit says why it ended.
        await pipeline(bytes, child.stdin).catch(() => {});
        const [found, [code, signal]] = await Promise.all([answer, ended]);
        if (code === 0) return examinationOf(found);
        if (signal === 'SIGXCPU') return { finding: 'out_of_time', cpuMs: limits.cpuMs };
        if (watch.endedAfterCpuMs !== undefined) return { finding: 'out_of_time', cpuMs: watch.endedAfterCpuMs };
        return isExhausted(signal) ? { finding: 'refused', refusal: 'too_complex' } : { finding: 'failed' };
      } finally {
        watch[Symbol.dispose]();
        stopped?.removeEventListener('abort', stop);
        child.kill('SIGKILL');
      }
    },
  };
}

type Child = ChildProcessByStdio<Writable, null, null>;

function start(args: string[], { cpuMs, memoryMiB }: { cpuMs: number; memoryMiB: number }): Child {
  const kibibytes = (memoryMiB + nodeReservesMiB) * 1024;
  const limited = `ulimit -c 0; ulimit -f 0; ulimit -d ${kibibytes}; ulimit -S -t ${Math.ceil(cpuMs / 1000)}; exec "$@"`;
  // These permissions confine scripts, not native code.
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
    if (length > maxAnswerBytes) throw new Error(`The result of an examination exceeds ${maxAnswerBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const positive = z.number().int().positive();
const Answer = z.discriminatedUnion('finding', [
  z.object({ finding: z.literal('acceptable'), isLegible: z.boolean().optional() }),
  z.object({
    finding: z.literal('drawn'),
    renditions: z
      .array(z.object({ size: MediaSize, width: positive, height: positive, sizeBytes: positive }))
      .length(mediaSizes.length),
  }),
  z.object({ finding: z.literal('refused'), refusal: RefusalReason }),
]);

/** Validated like any input: the child has opened an untrusted document. */
function examinationOf(answer: Buffer): Examination {
  const lineEnd = answer.indexOf('\n');
  const result = Answer.parse(JSON.parse(answer.subarray(0, lineEnd).toString()));
  if (result.finding === 'refused') return result;
  const rest = answer.subarray(lineEnd + 1);
  if (result.finding === 'drawn') return drawn(result.renditions, rest);
  const preview = rest.length > 0 ? { bytes: rest, isLegible: result.isLegible === true } : undefined;
  return { finding: 'acceptable', preview };
}

type Described = Omit<Rendition, 'bytes'> & { sizeBytes: number };

/** The images follow the line, one after the other. */
function drawn(described: readonly Described[], rest: Buffer): Examination {
  let at = 0;
  const renditions = described.map(({ sizeBytes, ...rendition }) => {
    at += sizeBytes;
    return { ...rendition, bytes: rest.subarray(at - sizeBytes, at) };
  });
  if (at !== rest.length) throw new Error('The images of an examination are incomplete.');
  return { finding: 'acceptable', preview: undefined, renditions };
}

function isExhausted(signal: NodeJS.Signals | null): boolean {
  return signal !== null && ['SIGABRT', 'SIGTRAP', 'SIGILL'].includes(signal);
}
