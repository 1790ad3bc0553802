import type { RefusalReason } from '@trust/contracts/events/evidence';

/** Final: another attempt would find the same. */
export class RefusedDocument extends Error {
  readonly refusal: RefusalReason;

  constructor(refusal: RefusalReason) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** Stack or array limits (RangeError), or a WebAssembly library that ran out of memory. */
export function isExhaustion(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');
}

/** Exhausted memory does not mean that the document is damaged. */
export function damaged(error: unknown): unknown {
  return isExhaustion(error) ? error : new RefusedDocument('damaged');
}
