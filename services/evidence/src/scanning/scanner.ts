import type { Readable } from 'node:stream';

/** What a scan found. `failed` is whatever is not an answer: a scanner that is away, late, or unsure. */
export type Verdict = 'clean' | 'infected' | 'failed';

export type Scanner = { scan(bytes: Readable): Promise<Verdict> };

/** A scanner that lives on signatures, which age. */
export type SigningScanner = Scanner & {
  /** When its signatures were made; undefined where it does not say. */
  signaturesFrom(): Promise<Date | undefined>;
};
