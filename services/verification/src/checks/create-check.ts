import { checkMethods } from '@trust/contracts/events/provider';
import { multiLine, Reason } from '@trust/contracts/free-text';
import { once } from '@trust/service-kit/http/idempotency';
import { conflict, invalid, Problem } from '@trust/service-kit/http/problem';
import { reply } from '@trust/service-kit/http/reply';
import { z } from 'zod';
import { audit, route, type Trx } from '../app.ts';
import { lockReviewedCase } from '../cases/lock-reviewed-case.ts';
import { requirementsOf } from '../cases/requirements.ts';
import { CaseCheck, CaseParams, checkResults, Limitations } from '../cases/schema.ts';
import { toCheck } from '../cases/views.ts';
import { mapDutyErrors } from '../duties.ts';
import { findLatestSubmission } from '../field-visits/queries.ts';
import { insertCheck } from './queries.ts';

const NewCheck = z
  .strictObject({
    requirementKey: z.string().min(1).max(100),
    method: z.enum(checkMethods),
    result: z.enum(checkResults),
    observations: multiLine(1, 4000).optional(),
    limitations: Limitations.optional(),
    reason: Reason,
  })
  .meta({ id: 'CheckCreate' });

export const createCheck = route(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/checks',
    summary: 'Record a check',
    description:
      'For the assigned reviewer. A later check of the same evidence replaces an earlier one. `method` must be one of `claim.methods` of the requirement; `field_visit` also requires an accepted field submission.',
    access: 'verification.cases.review',
    limit: 'privileged-operation',
    params: CaseParams,
    body: NewCheck,
    responds: { status: 201, body: CaseCheck, location: '/verification-cases/{caseId}' },
    problems: ['not-found', 'state-conflict', 'separation-of-duties'],
  },
  (input, app) =>
    app.db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const { actor, body } = input;
        const now = app.now();
        const found = await lockReviewedCase(trx, input.params.caseId, actor, now);
        const requirement = (await requirementsOf(trx, [found.id])).find(({ key }) => key === body.requirementKey);
        if (!requirement) throw invalid('requirementKey', 'unknown_requirement');
        if (!requirement.methods.includes(body.method)) {
          const error = { field: 'method', code: 'method_not_allowed', allowed: requirement.methods } as const;
          throw new Problem('invalid-request', undefined, { errors: [error] });
        }
        const evidenceVersionId = requirement.evidence_version_id;
        if (!evidenceVersionId)
          throw conflict({
            en: 'There is no evidence to check. Wait for evidence or request a correction.',
            fr: 'Il n’y a pas de pièce à contrôler. Attendez une pièce ou demandez une correction.',
          });

        const fieldSubmissionId =
          body.method === 'field_visit' ? await fieldSubmissionFor(trx, found.id, requirement.key) : null;

        const check = await mapDutyErrors(() =>
          insertCheck(trx, {
            id: app.newId(),
            case_id: found.id,
            requirement_key: requirement.key,
            evidence_version_id: evidenceVersionId,
            requirement_version_id: found.requirement_version_id,
            method: body.method,
            field_submission_id: fieldSubmissionId,
            result: body.result,
            observations: body.observations ?? null,
            limitations: body.limitations ?? [],
            reason: body.reason,
            checked_by: actor.userId,
            checked_at: now,
          }),
        );
        await audit(trx, input, {
          objectType: 'verification_case',
          objectId: found.id,
          reason: body.reason,
          after: { checkId: check.id, requirementKey: requirement.key, method: body.method, result: body.result },
        });
        return reply(toCheck(check), { status: 201 });
      }),
    ),
);

async function fieldSubmissionFor(trx: Trx, caseId: string, requirementKey: string): Promise<string> {
  const id = await findLatestSubmission(trx, caseId, requirementKey);
  if (!id)
    throw new Problem('state-conflict', undefined, { errors: [{ field: 'method', code: 'field_submission_missing' }] });
  return id;
}
