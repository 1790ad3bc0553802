import type { AvailabilityState } from '../../db/schema.ts';

/** `state` is null if the provider stated no availability. */
export type Offer = { state: AvailabilityState | null; has_public_claim: boolean };

/** So an enquiry is possible: who is asked for work has shown something (docs/domain/enquiry.md 2). */
export function takesWork({ state, has_public_claim }: Offer): boolean {
  return has_public_claim && state !== 'paused' && state !== 'unavailable';
}
