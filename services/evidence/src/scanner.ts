import type { Readable } from 'node:stream';

/** `failed`: the scanner is unavailable, too slow or undecided. */
export type Verdict = 'clean' | 'infected' | 'failed';

export type Scanner = {
  scan(bytes: Readable): Promise<Verdict>;
  /** False during an outage: documents then wait, and no scan of theirs counts as failed. */
  isTrusted?(): Promise<boolean>;
  /** Whether it responds. */
  isUp?(): Promise<boolean>;
  /** The readiness of the service includes it. */
  condition?(): Promise<'ok' | 'degraded'>;
};

export type SignatureScanner = Scanner & {
  signaturesDate(): Promise<Date | undefined>;
};
