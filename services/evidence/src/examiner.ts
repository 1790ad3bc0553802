import type { Readable } from 'node:stream';
import type { RefusalReason } from '@trust/contracts/events/evidence';
import type { mediaSizes } from '@trust/contracts/events/public-media';

/** Promise U4. `preview`: images only. `refused` is final; `failed` does not judge the document. */
export type Examination =
  | { finding: 'acceptable'; preview: Preview | undefined; renditions?: readonly Rendition[] }
  | { finding: 'refused'; refusal: RefusalReason }
  | { finding: 'out_of_time'; cpuMs: number }
  | { finding: 'failed' };

/** An image of evidence, drawn anew. `isLegible`: as wide as the image, or at least 1,200 pixels. */
export type Preview = { bytes: Buffer; isLegible: boolean };

/** An image of public media, drawn anew as WebP without metadata (promise U5). */
export type Rendition = { size: (typeof mediaSizes)[number]; width: number; height: number; bytes: Buffer };

/** They bound one attempt. After `urgentMs` of processor time it runs at the lowest priority. */
export type TimeLimits = { cpuMs: number; wallMs: number; urgentMs: number };

export type Examiner = {
  examine(
    bytes: Readable,
    about: { mediaType: string; sizeBytes: number; isPublic?: boolean },
    limits: TimeLimits,
    stopped?: AbortSignal,
  ): Promise<Examination>;
};
