import type { z } from 'zod';
import { route } from '../../app.ts';
import { checkedName } from '../../provider-record/checked-name.ts';
import { ClaimVerifications, ClaimVerifyBatch, type Mismatch as Mismatches } from './batch-schema.ts';
import { claimStatusAt } from './claim-status.ts';
import { findPublicClaims, type PublicClaim } from './queries.ts';

type Item = z.output<typeof ClaimVerifyBatch>['items'][number];
type Mismatch = z.output<typeof Mismatches>;

export const verifyClaims = route(
  {
    method: 'post',
    path: '/public/claims/verify-batch',
    summary: 'Verify up to 100 claims',
    description:
      'Answers what the platform says today of each claim, named by its id or by provider and type, and what differs from the values that you have stored. For platforms that rely on claims.',
    access: 'public',
    readsOnly: true,
    limit: 'claim-verification-batch',
    body: ClaimVerifyBatch,
    responds: { status: 200, body: ClaimVerifications },
  },
  async ({ body: { items } }, { db, now, names }) => {
    const at = now();
    const found = await findPublicClaims(db, items.map(toWanted), at);
    return {
      checkedAt: at.toISOString(),
      items: items.map(({ expected = {} }, index) => {
        const claim = found[index];
        const status = claimStatusAt(claim, at);
        return {
          status,
          reason: claim?.has_subject_ended ? ('subject_ended' as const) : null,
          checkedName: claim ? checkedName({ names }, claim) : null,
          claimId: claim?.claim_id ?? null,
          validUntil: claim?.valid_until.toISOString() ?? null,
          changedAt: claim?.changed_at.toISOString() ?? null,
          supersedingClaimId: claim?.superseded_by ?? null,
          mismatches: mismatchesOf(expected, status, claim),
        };
      }),
    };
  },
);

function toWanted(item: Item) {
  if ('claimId' in item) return { claimId: item.claimId };
  const { publicProviderId, type, categoryKey } = item;
  return { publicProviderId, type, ...(categoryKey !== undefined && { categoryKey }) };
}

function mismatchesOf(
  expected: NonNullable<Item['expected']>,
  status: string,
  claim: PublicClaim | undefined,
): Mismatch[] {
  const compared: [Mismatch, unknown, unknown][] = [['status_differs', expected.status, status]];
  if (claim) {
    compared.push(
      ['provider_differs', expected.publicProviderId, claim.public_provider_id],
      ['type_differs', expected.type, claim.type],
      ['category_differs', expected.categoryKey, claim.category_key],
      ['method_differs', expected.method, claim.method],
      ['valid_until_differs', expected.validUntil && Date.parse(expected.validUntil), claim.valid_until.getTime()],
      ['policy_version_differs', expected.policyVersion, claim.policy_version],
    );
  }
  return compared.filter(([, one, other]) => one !== undefined && one !== other).map(([mismatch]) => mismatch);
}
