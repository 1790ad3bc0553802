import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { sandboxedExaminer } from '../src/examination/sandboxed-examiner.ts';

/** Examines the file of its first argument, of the media type of its second, as the service does; prints what that took of its own memory. */
const [path = '', mediaType = ''] = process.argv.slice(2);
const { size: sizeBytes } = await stat(path);
const restMiB = process.memoryUsage.rss() / 2 ** 20;
const { finding } = await sandboxedExaminer().examine(createReadStream(path), { mediaType, sizeBytes });
// The kernel's own high-water mark, in KiB: no sample can miss it.
const peakMiB = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ finding, restMiB, peakMiB }));
