import type { Readable } from 'node:stream';
import type { RefusalReason } from '@trust/contracts/events/evidence';

/**
 * What a look into a document found (promise U4): it opens as what it says it is, and for an image there is a copy of its picture
 * and nothing else; or it is refused for good; or its time was over, after so much processor time; or nothing is known.
 */
export type Examination =
  | { finding: 'acceptable'; preview: Buffer | undefined }
  | { finding: 'refused'; refusal: RefusalReason }
  | { finding: 'out_of_time'; cpuMs: number }
  | { finding: 'failed' };

/** The time that one look may take: of the processor, and by the clock; and after how much of the first it leaves the processors to others. */
export type TimeLimits = { cpuMs: number; wallMs: number; urgentMs: number };

export type Examiner = {
  examine(
    bytes: Readable,
    about: { mediaType: string; sizeBytes: number },
    limits: TimeLimits,
    stopped?: AbortSignal,
  ): Promise<Examination>;
};
