import { Page, PageQuery } from '@trust/contracts/page';
import { claimEndTexts, suspendedElsewhereText } from '@trust/contracts/reasons/claim-end-reasons';
import type { LocalisedText } from '@trust/contracts/values/localised-text';
import type { Language } from '@trust/contracts/values/text';
import { findPage } from '@trust/service-kit/http/cursor';
import type { z } from 'zod';
import { route } from '../../app.ts';
import { claimStatus } from '../../case/record/claim-status.ts';
import { inBothLanguages } from '../../case/record/limitations.ts';
import { findFrenchLimitations } from '../../from-other-services/requirement-versions.ts';
import { listProviderClaims, type ProviderClaimRow } from './queries.ts';
import { WorkspaceClaim } from './schema.ts';

export const listWorkspaceClaims = route(
  {
    method: 'get',
    path: '/provider-workspace/me/claims',
    summary: 'List the claims of the workspace',
    description:
      'Every claim that the provider was granted, newest first, whether the provider is published or not: also those that no public card shows. `statusReason` says why a claim is suspended or revoked.',
    access: 'session',
    scope: 'workspace',
    query: PageQuery,
    responds: { status: 200, body: Page(WorkspaceClaim) },
  },
  async (input, { db, cursors, now }) => {
    const { language } = input.request;
    const at = now();
    const french = await findFrenchLimitations(db);
    return findPage(input, cursors, (window) => listProviderClaims(db, input.providerId, { ...window, now: at }), {
      positionOf: ({ valid_from, id }) => [valid_from.toISOString(), id],
      item: (claim) => ({
        ...toWorkspaceClaim(claim, at, language),
        limitations: inBothLanguages(claim.limitations, french),
      }),
    });
  },
);

type View = z.input<typeof WorkspaceClaim>;

function toWorkspaceClaim(claim: ProviderClaimRow, now: Date, language: Language): Omit<View, 'limitations'> {
  const isWithheld = claim.state === 'active' && claim.withheld_since !== null;
  return {
    id: claim.id,
    type: claim.claim_type,
    categoryKey: claim.category_key,
    statement: claim.statement as LocalisedText,
    status: isWithheld ? 'suspended' : claimStatus(claim, now),
    statusReason: statusReasonOf(claim, language),
    method: claim.method,
    validFrom: claim.valid_from.toISOString(),
    validUntil: claim.valid_until.toISOString(),
    caseId: claim.case_id,
    decisionId: claim.decision_id,
  };
}

type Code = NonNullable<View['statusReason']>['code'];

function statusReasonOf(
  { state, reason, changed_at, reason_case_id, is_elsewhere, withheld_since }: ProviderClaimRow,
  language: Language,
): View['statusReason'] {
  const say = (code: Code, at: Date, caseId: string | null, text = claimEndTexts[code]) => ({
    code,
    text: text[language],
    changedAt: at.toISOString(),
    caseId,
  });
  if (state === 'active') return withheld_since && say('emergency_action', withheld_since, null);
  if (state === 'superseded' || !reason || !changed_at) return null;
  // Nobody reads of a decision about another provider (promise D1).
  return say(reason as Code, changed_at, reason_case_id, is_elsewhere ? suspendedElsewhereText : undefined);
}
