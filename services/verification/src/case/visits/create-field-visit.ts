import type { Actor } from '@trust/contracts/actor';
import { fieldVisitRequested } from '@trust/contracts/events/field-visits';
import { emit } from '@trust/service-kit/outbox/outbox';
import { invalid, Problem } from '@trust/service-kit/problems/problem';
import { type App, audit, command, type Trx } from '../../app.ts';
import { addEntry } from '../effects/timeline-entry.ts';
import { visitPayload } from '../effects/visit-payload.ts';
import { lockReviewedCase } from '../record/lock-assigned-case.ts';
import { CaseParams } from '../record/params.ts';
import { requirementsOf } from '../record/requirements.ts';
import { mapDutyErrors } from '../record/separation-of-duties.ts';
import { findVisit, insertVisit, visitsOf } from './queries.ts';
import { FieldVisit, FieldVisitCreate } from './schema.ts';
import { isEnded } from './transitions.ts';
import { toFieldVisit } from './views.ts';

export const createFieldVisit = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/field-visits',
    summary: 'Request a field visit',
    description:
      'For the assigned reviewer, for a requirement whose `claim.methods` contain `field_visit`. Operations plans the visit; the case shows its state and its accepted submission, which a check by `field_visit` then refers to. The visit is of the current subject of the requirement, `claim.subjectId`, and supports no check of a later one; without a subject: 409 `subject_missing`. A requirement has one open visit at a time. A visit ends with its case.',
    access: 'verification.cases.review',
    limit: 'privileged-operation',
    params: CaseParams,
    body: FieldVisitCreate,
    responds: { status: 201, body: FieldVisit, location: '/verification-cases/{caseId}' },
    problems: ['not-found', 'taken', 'invalid-transition', 'state-conflict', 'separation-of-duties'],
    acts: { on: 'case', as: 'request_visit' },
    rule: lockVisitable,
  },
  async (input, app, trx, { found, requirement, subjectId }) => {
    const { actor, body } = input;
    const now = app.now();
    const visit = await mapDutyErrors(() =>
      insertVisit(trx, {
        id: app.newId(),
        case_id: found.id,
        requirement_version_id: found.requirement_version_id,
        requirement_key: requirement.key,
        subject_id: subjectId,
        requested_by: actor.userId,
        reason: body.reason,
        requested_at: now,
      }),
    );
    if (!visit) throw visitIsOpen();
    await emit(trx, fieldVisitRequested, visitPayload(found, visit, now));
    await addEntry(trx, app, found, {
      type: 'case_visit_requested',
      status: 'requested',
      requirementKey: requirement.key,
    });
    await audit(trx, input, {
      objectType: 'verification_case',
      objectId: found.id,
      reason: body.reason,
      after: { fieldVisitId: visit.id, requirementKey: requirement.key, subjectId, state: visit.state },
    });
    return await visitBody(trx, visit.id);
  },
);

type Asking = { actor: Actor; params: { caseId: string }; choice: { requirementKey?: string } };

/** Without a named requirement, the first that can be visited. */
async function lockVisitable({ actor, params, choice: { requirementKey } }: Asking, app: App, trx: Trx) {
  const found = await lockReviewedCase(trx, params.caseId, actor, app.now());
  const all = await requirementsOf(trx, [found.id]);
  const named = requirementKey === undefined ? all : all.filter(({ key }) => key === requirementKey);
  if (named.length === 0) throw invalid('requirementKey', 'unknown_requirement');
  const visitable = named.filter(({ methods }) => methods.includes('field_visit'));
  if (visitable.length === 0) throw invalid('requirementKey', 'field_visit_not_allowed');
  const visited = (await visitsOf(trx, [found.id])).filter(({ state }) => !isEnded(state));
  for (const requirement of visitable) {
    const { key, subject_id: subjectId } = requirement;
    const isVisited = visited.some(({ requirement_key }) => requirement_key === key);
    if (subjectId !== null && !isVisited) return { found, requirement, subjectId };
  }
  throw visitable.every(({ subject_id }) => subject_id === null) ? subjectMissing() : visitIsOpen();
}

export async function visitBody(trx: Trx, id: string) {
  const visit = await findVisit(trx, id);
  if (!visit) throw new Error(`Field visit ${id} was written and cannot be read.`);
  return toFieldVisit(visit);
}

function visitIsOpen(): Problem {
  return new Problem('state-conflict', undefined, { errors: [{ field: 'requirementKey', code: 'visit_open' }] });
}

function subjectMissing(): Problem {
  return new Problem('state-conflict', undefined, { errors: [{ field: 'requirementKey', code: 'subject_missing' }] });
}
