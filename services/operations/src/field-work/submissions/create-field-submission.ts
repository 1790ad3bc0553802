import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '@trust/contracts/actor';
import { reply } from '@trust/service-kit/http/reply';
import { invalid, Problem } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import { type App, audit, command, type Trx } from '../../app.ts';
import type { FieldWorkState } from '../../db/schema.ts';
import { isAboutPremises } from '../../from-other-services/requirement-versions/queries.ts';
import { clockAfter } from '../clock.ts';
import { lockItemToChange } from '../lock-item-to-change.ts';
import { assertPublicSafe } from '../public-safe.ts';
import { updateItem } from '../queries.ts';
import { scopeOf } from '../scope.ts';
import { fieldWorkTransitions, notFrom } from '../states.ts';
import { assertVisitedInTime } from '../visit-time.ts';
import { WorkItemParams } from '../work-item-params.ts';
import { findSubmission, insertSubmission, type SubmissionRow } from './queries.ts';
import { FieldSubmission, FieldSubmissionCreate } from './schema.ts';
import { submissionView } from './submission-view.ts';

export const createFieldSubmission = command(
  {
    method: 'post',
    path: '/operations/field-work-items/{workItemId}/submissions',
    summary: 'Submit field results',
    description:
      'For the assigned agent; anyone else gets 404. The client mints `id`, so a submission that was written offline can be sent again: the same content returns the stored one (200), other content under the same id returns 409. `photoIds` names photos of the visit, which may arrive later; the submission is accepted once all are available. Drafts are kept beside each other; a `final` submission takes a new id, names at least one photo and a day for which the visit was scheduled, says for a requirement about premises whether it was the right place, and goes to review.',
    access: 'operations.field-work.perform',
    limit: 'privileged-operation',
    params: WorkItemParams,
    body: FieldSubmissionCreate,
    responds: {
      status: 201,
      also: [200],
      body: FieldSubmission,
      location: '/operations/field-work-items/{workItemId}',
    },
    problems: ['not-found', 'separation-of-duties', 'invalid-transition', 'state-conflict'],
    acts: {
      on: 'field_work_item',
      as: { save_draft: { kind: 'draft' }, submit_results: { kind: 'final' } },
    },
    rule: lockToSubmit,
  },
  async (input, { now, calendar }, trx, { item, known }) => {
    const { body, actor } = input;
    const at = now();
    const row = rowOf(body, { workItemId: item.id, agentId: actor.userId });
    if (known && !isSame(known, row)) throw idIsTaken();
    if (known) return reply(submissionView(known), { status: 200, changed: false });
    assertPublicSafe('summary', body.summary);
    if (row.is_final) assertVisitedInTime(calendar, item, { visitedOn: body.visitedOn, at });
    if (row.is_final && row.photo_ids.length === 0) throw invalid('photoIds', 'required', needsPhoto);
    await assertSaysPlace(trx, item, row);
    const stored = await insertSubmission(trx, {
      ...row,
      observations: JSON.stringify(row.observations),
      received_at: at,
    });
    if (!stored) throw idIsTaken();
    if (row.is_final)
      await updateItem(trx, item.id, { state: 'submitted', ...clockAfter(calendar, item, 'submitted', at) });
    await audit(trx, input, {
      objectType: 'field_work_item',
      objectId: item.id,
      reason: body.reason,
      before: { state: item.state },
      after: { state: row.is_final ? 'submitted' : item.state, submissionId: stored.id, isFinal: row.is_final },
    });
    const submission = await findSubmission(trx, stored.id);
    return reply(submissionView(submission ?? { ...stored, outcome: null, photos: [] }), { status: 201 });
  },
);

type Asking = {
  actor: Actor;
  params: { workItemId: string };
  choice: { id?: string; kind?: z.output<typeof FieldSubmissionCreate>['kind'] };
};

/** What was sent before is answered again in every state. */
async function lockToSubmit({ actor, params, choice }: Asking, { now }: App, trx: Trx) {
  const scope = { ...scopeOf(actor), isManager: false };
  const item = await lockItemToChange(trx, actor, { id: params.workItemId, at: now(), scope });
  const known = choice.id ? await findSubmission(trx, choice.id) : undefined;
  if (!known && !takes(item.state, choice.kind === 'final')) throw notFrom(item.state, 'submit');
  return { item, known };
}

const needsPhoto = {
  en: 'Final results name at least one photo of the visit. If nobody was there, report `cannot_complete`.',
  fr: 'Un compte rendu final nomme au moins une photo de la visite. Si personne n’était là, signalez `cannot_complete`.',
};

/** A visit of premises is of one place (docs/domain/field-work.md 36). */
async function assertSaysPlace(
  trx: Trx,
  item: { requirement_version_id: string; requirement_key: string },
  row: ReturnType<typeof rowOf>,
): Promise<void> {
  const isOfPlace = await isAboutPremises(trx, item.requirement_version_id, item.requirement_key);
  if (isOfPlace && row.is_final && row.is_place_confirmed === null) throw invalid('placeMatches', 'required');
  if (!isOfPlace && row.is_place_confirmed !== null) throw invalid('placeMatches', 'not_allowed');
}

/** Drafts also before the visit and after a return. `submission_open` in the database says the same. */
function takes(state: FieldWorkState, isFinal: boolean): boolean {
  const isUnderWay = fieldWorkTransitions[state].includes('submitted');
  return isUnderWay || (!isFinal && (state === 'scheduled' || state === 'returned'));
}

function rowOf(body: z.output<typeof FieldSubmissionCreate>, of: { workItemId: string; agentId: string }) {
  return {
    id: body.id,
    work_item_id: of.workItemId,
    agent_id: of.agentId,
    is_final: body.kind === 'final',
    visited_on: body.visitedOn,
    summary: body.summary,
    observations: body.observations,
    is_place_confirmed: body.placeMatches ? body.placeMatches === 'confirmed' : null,
    exposes_exact_location: body.exposes.exactLocation,
    exposes_personal_data: body.exposes.personalData,
    exposes_document_content: body.exposes.documentContent,
    exposes_other_persons: body.exposes.otherPersons,
    photo_ids: body.photoIds ?? [],
    reason: body.reason,
  };
}

function isSame(known: SubmissionRow, row: ReturnType<typeof rowOf>): boolean {
  return Object.entries(row).every(([name, value]) => isDeepStrictEqual(known[name as keyof typeof row], value));
}

function idIsTaken(): Problem {
  return new Problem('idempotency-conflict', undefined, {
    errors: [{ field: 'id', code: 'idempotency_key_reused' }],
  });
}
