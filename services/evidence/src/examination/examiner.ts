import type { Readable } from 'node:stream';
import type { RefusalReason } from '@trust/contracts/events/evidence';

/**
 * What a look into a document found (promise U4): it opens as what it says it is, and for an image there is a copy of its picture
 * and nothing else; or it is refused for good; or nothing is known, and it is tried again.
 */
export type Examination =
  | { finding: 'acceptable'; preview: Buffer | undefined }
  | { finding: 'refused'; refusal: RefusalReason }
  | { finding: 'failed' };

export type Examiner = {
  examine(bytes: Readable, about: { mediaType: string; sizeBytes: number }): Promise<Examination>;
};
