import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@trust/contracts/event';
import { claimChanged } from '@trust/contracts/events/claims';
import type { Operations } from './service.ts';

type Claim = PayloadOf<typeof claimChanged>;

/** `days`: until the end of its validity. */
export async function makeClaim(
  operations: Operations,
  { days = 200, ...overrides }: Partial<Claim> & { days?: number } = {},
): Promise<Claim> {
  const now = operations.clock.now;
  const at = now.toISOString();
  const claim: Claim = {
    claimId: randomUUID(),
    decisionId: randomUUID(),
    caseId: randomUUID(),
    evidenceVersionId: randomUUID(),
    providerId: randomUUID(),
    categoryKey: 'electrician',
    requirementKey: 'identity',
    type: 'identity_checked',
    statement: { en: 'Identity was checked.' },
    method: 'document_review',
    sourceKind: 'government_document',
    state: 'active',
    limitations: ['Says nothing about quality of work.'],
    policyVersion: '2026-11',
    checkedOn: at.slice(0, 10),
    validFrom: at,
    validUntil: new Date(now.getTime() + days * 86_400_000).toISOString(),
    occurredAt: at,
    ...overrides,
  };
  await operations.deliver(claimChanged, claim);
  return claim;
}
