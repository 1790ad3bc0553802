import { claimChanged } from '@trust/contracts/events/claims';
import type { Verification } from './service.ts';

/** As last announced, with the reason: `suspended evidence_in_doubt`. */
export async function claimState(service: Verification, claimId: string): Promise<string> {
  const last = (await service.emitted(claimChanged)).findLast((payload) => payload.claimId === claimId);
  return `${last?.state} ${last?.changeReason ?? ''}`.trim();
}
