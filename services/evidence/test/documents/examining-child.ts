import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { sandboxedExaminer } from '../../src/scanning/examination/sandboxed-examiner.ts';

/** Prints what an examination takes of the service's own memory. Arguments: file, media type. */
const [path = '', mediaType = ''] = process.argv.slice(2);
const { size: sizeBytes } = await stat(path);
const restMiB = process.memoryUsage.rss() / 2 ** 20;
const limits = { cpuMs: 15_000, wallMs: 60_000, urgentMs: 1000 };
const { finding } = await sandboxedExaminer().examine(createReadStream(path), { mediaType, sizeBytes }, limits);
console.log(JSON.stringify({ finding, restMiB, peakMiB: peakMiB() }));

/** No sample misses the kernel's high-water mark. `maxRSS` may include the parent's memory. */
function peakMiB(): number {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(statusOfProcess()) ?? [];
  return Number(kibibytes ?? process.resourceUsage().maxRSS) / 1024;
}

function statusOfProcess(): string {
  return existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
}
