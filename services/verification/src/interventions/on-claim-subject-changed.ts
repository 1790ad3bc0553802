import type { PayloadOf } from '@trust/contracts/event';
import { claimSubjectEnded, claimSubjectNamed, claimSubjectSnapshot } from '@trust/contracts/events/claims';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { type App, audit, on, type Trx } from '../app.ts';
import { announceExcluded } from '../case/effects/announce-changes.ts';
import { applyEffects } from '../case/effects/effects.ts';
import { notifyOfChangedSubject } from '../case/effects/notify-assignees.ts';
import { lockCasesOf } from '../case/record/queries.ts';
import { announceRefusals } from '../case/refusals/announce-refusals.ts';
import {
  endSubject,
  findCasesAbout,
  findProvidersBeside,
  replacesSubject,
  saveSubject,
} from '../from-other-services/claim-subjects.ts';
import { lockProviders } from '../from-other-services/providers.ts';
import { changeClaim } from '../outcome/claims/change-claim.ts';
import { openReviewOf } from '../outcome/claims/open-review.ts';
import { lockActiveClaimsAbout } from '../outcome/claims/queries.ts';

/** The end of what claims are about suspends them and opens a review (promise T1, docs/domain/claim-subject.md). */
export const onClaimSubjectChanged = [
  on(claimSubjectNamed, async (named, { trx }, app) => {
    await save(trx, app, named);
    // One notice for a replacement.
    if (!(await replacesSubject(trx, named))) await tellAssignees(trx, named, app.now());
    if (named.about === 'person') await announceRefusals(trx, app, named.providerId);
  }),
  on(claimSubjectEnded, async (ended, { trx, event }, app) => {
    await end(trx, app, { ...ended, endedAt: ended.occurredAt, endReason: ended.reason }, event);
  }),
  on(claimSubjectSnapshot, async ({ endedAt, endReason, ...subject }, { trx, event }, app) => {
    if (endedAt) return end(trx, app, { ...subject, endedAt, endReason }, event);
    await save(trx, app, subject);
    if (subject.about === 'person') await announceRefusals(trx, app, subject.providerId);
  }),
];

type Ended = Saved & Pick<PayloadOf<typeof claimSubjectSnapshot>, 'endReason'> & { endedAt: string };

async function end(trx: Trx, app: App, ended: Ended, event: { id: string; time: Date }): Promise<void> {
  const { subjectId, providerId, endedAt, endReason } = ended;
  const isByOperator = endReason === 'ended_by_operator';
  // A decision that holds its case grants its claims before, or finds that the subject has ended.
  await save(trx, app, ended);
  if (await endSubject(trx, subjectId, { endedAt, isByOperator })) await tellAssignees(trx, ended, app.now());
  const claims = await lockActiveClaimsAbout(trx, subjectId);
  for (const claim of claims) {
    const change = { to: 'suspended', reason: 'subject_ended', cause: { subjectId } } as const;
    await applyEffects(trx, app, [await changeClaim(trx, app, claim, change)]);
    await audit(trx, systemAudit('suspendClaim', { by: 'event', at: event.time, id: event.id }), {
      objectType: 'claim',
      objectId: claim.id,
      after: { state: 'suspended', subjectId },
    });
  }
  for (const categoryKey of new Set(claims.map(({ category_key }) => category_key)))
    await openReviewOf(trx, app, { providerId, categoryKey }, claims, 'subject_ended');
  if (ended.about === 'person') await announceRefusals(trx, app, providerId);
}

type Saved = Parameters<typeof saveSubject>[1];

/** Who stands with a provider judges no other one of its people. */
async function save(trx: Trx, app: App, subject: Saved): Promise<void> {
  const { providerId, personId } = subject;
  const besides = await findProvidersBeside(trx, [providerId], personId);
  await lockProviders(trx, besides);
  await lockCasesOf(trx, providerId);
  await announceExcluded(trx, app, besides, () => saveSubject(trx, subject));
}

async function tellAssignees(trx: Trx, subject: Parameters<typeof findCasesAbout>[1], at: Date): Promise<void> {
  for (const caseId of await findCasesAbout(trx, subject)) await notifyOfChangedSubject(trx, caseId, at);
}
