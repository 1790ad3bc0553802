import type { Readable } from 'node:stream';
import type { RefusalReason } from '@trust/contracts/events/evidence';

/** Promise U4. `preview`: images only. `refused` is final; `failed` does not judge the document. */
export type Examination =
  | { finding: 'acceptable'; preview: Buffer | undefined }
  | { finding: 'refused'; refusal: RefusalReason }
  | { finding: 'out_of_time'; cpuMs: number }
  | { finding: 'failed' };

/** Of one attempt. `urgentMs`: processor time after which it runs at the lowest priority. */
export type TimeLimits = { cpuMs: number; wallMs: number; urgentMs: number };

export type Examiner = {
  examine(
    bytes: Readable,
    about: { mediaType: string; sizeBytes: number },
    limits: TimeLimits,
    stopped?: AbortSignal,
  ): Promise<Examination>;
};
