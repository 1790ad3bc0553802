import type { Actor } from '@trust/contracts/actor';
import { reviewGranted } from '@trust/contracts/events/evidence';
import { hasFreshSignIn } from '@trust/service-kit/actors/step-up';
import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import { type App, audit, route, type Trx } from '../app.ts';
import { listDuties, lockAssignedCase } from '../from-other-services/cases/queries.ts';
import { consentWithdrawn } from '../from-other-services/consents/withdrawn-consent.ts';
import { assertNotFrozen } from '../from-other-services/emergency-actions/assert-not-frozen.ts';
import { documentLost } from '../items/versions/lost-document.ts';
import { isNewestLost } from '../items/versions/missing-versions.ts';
import { entitlingDuty } from './entitlement.ts';
import { hashGrantToken, newGrantToken } from './grant-token.ts';
import { holdStepUp } from './held-step-up.ts';
import {
  endOpenGrant,
  findItem,
  findReadableVersion,
  hasContentElsewhere,
  insertGrant,
  type NewGrant,
} from './queries.ts';
import { EvidenceOfCase, ReviewGrant, ReviewGrantCreate } from './schema.ts';

const grantMinutes = 15;

export const createReviewGrant = route(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/evidence/{evidenceId}/review-grants',
    summary: 'Create a review grant',
    description:
      'Gives access to the current version of one piece of evidence for 15 minutes. For the assignee of a duty of the case: `review`, or `decide` while the case is `recommended`. The grant ends with the duty. A document of an undecided case is not opened (409) while whoever sent it has withdrawn their consent. A new grant replaces an open grant for the same version. The first grant of a case needs a sign-in within five minutes; for 30 minutes that sign-in then counts for grants, checks and recommendations of the case in the same session.',
    access: 'evidence.review',
    stepUp: 'unless-held',
    limit: 'privileged-operation',
    params: EvidenceOfCase,
    body: ReviewGrantCreate,
    responds: {
      status: 201,
      body: ReviewGrant,
      location: '/verification-cases/{caseId}/evidence/{evidenceId}/review-grants/{grantId}',
    },
    problems: ['not-found', 'separation-of-duties', 'state-conflict'],
  },
  async (input, app) => {
    const { params, body, idempotency } = input;
    const token = newGrantToken();
    return app.db.transact((trx) =>
      once(trx, idempotency, async () => {
        const grant = await openGrant(trx, app, input, token);
        await audit(trx, input, {
          objectType: 'evidence_version',
          objectId: grant.version.id,
          reason: body.reason,
          after: { grantId: grant.id, caseId: params.caseId, duty: grant.duty },
        });
        return reply(
          {
            grantId: grant.id,
            url: `${app.publicUrl}/api/v1/evidence-review/${token}`,
            expiresAt: grant.expiresAt.toISOString(),
            sameContentElsewhere: await hasContentElsewhere(trx, grant.version.id),
          },
          { status: 201 },
        );
      }),
    );
  },
);

type GrantRequest = {
  actor: Actor;
  params: { caseId: string; evidenceId: string };
};

async function openGrant(
  trx: Trx,
  { now, newId }: App,
  { actor, params }: GrantRequest,
  token: string,
): Promise<NewGrant> {
  const { caseId, evidenceId } = params;
  const found = await lockAssignedCase(trx, caseId, actor.userId);
  const held = found && entitlingDuty({ state: found.state, duties: await listDuties(trx, caseId) }, actor.userId);
  // The same 404 for all, so that it does not disclose who works on a case (promise D2).
  const item = held && (await findItem(trx, caseId, evidenceId));
  if (!item) throw notFound();
  const represents = actor.assignments.some(({ providerId }) => providerId === found.provider_id);
  if (represents) throw new Problem('separation-of-duties');
  for (const id of new Set([caseId, item.case_id])) if (id) await assertNotFrozen(trx, id, now());
  if (await isNewestLost(trx, evidenceId)) throw documentLost();
  const version = await findReadableVersion(trx, caseId, evidenceId);
  if (!version)
    throw conflict({
      en: 'The evidence has not passed its malware scan. Retry once it is available.',
      fr: 'La pièce n’a pas passé l’analyse antivirus. Réessayez lorsqu’elle sera disponible.',
    });
  if (version.uploaded_by === actor.userId) throw new Problem('separation-of-duties');
  if (version.is_consent_withdrawn) throw consentWithdrawn();

  const createdAt = now();
  await endOpenGrant(trx, version.id, actor.userId, createdAt);
  const expiresAt = new Date(createdAt.getTime() + grantMinutes * 60_000);
  const tokenHash = hashGrantToken(token);
  const { duty, assignmentId } = held;
  const holder = { reviewerId: actor.userId, duty, assignmentId };
  const grant = { id: newId(), version, caseId, ...holder, tokenHash, createdAt, expiresAt };
  await insertGrant(trx, grant);
  if (hasFreshSignIn(actor, createdAt)) await holdStepUp(trx, actor, caseId, createdAt);
  if (assignmentId)
    await emit(trx, reviewGranted, {
      evidenceVersionId: version.id,
      caseId,
      assignmentId,
      reviewerId: actor.userId,
      occurredAt: createdAt.toISOString(),
    });
  return grant;
}
