import type { Actor } from '@trust/contracts/actor';
import type { PayloadOf } from '@trust/contracts/event';
import {
  type ModerationKind,
  moderationRequested,
  moderationRequestSnapshot,
  moderationWithdrawn,
} from '@trust/contracts/events/customers';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import type { App, Trx } from '../../app.ts';
import {
  findRequests,
  insertRequest,
  lockOpenRequest,
  lockRequest,
  type RequestRow,
  updateRequest,
} from './queries.ts';

type Asked = Pick<RequestRow, 'subject_id' | 'provider_id' | 'category_key' | 'reason_code' | 'involved'> & {
  kind: z.output<typeof ModerationKind>;
  requested_by: string;
  is_appeal?: boolean;
  statement?: string;
  ready_at?: Date;
  earlier_subjects?: string[];
};

/**
 * Operations gets ids and codes; operators read texts here (promise E9).
 * Nobody who was involved in an earlier round, or decided an earlier subject of it, decides a later one (promise Z3).
 */
export async function requestModeration(
  trx: Trx,
  { newId, now }: Pick<App, 'newId' | 'now'>,
  asked: Asked,
): Promise<void> {
  const at = now();
  const rounds = await findRequests(trx, asked.subject_id);
  const earlier = rounds.flatMap(({ involved }) => involved);
  const subjects = rounds.flatMap(({ earlier_subjects }) => earlier_subjects);
  const row = await insertRequest(trx, {
    is_appeal: false,
    statement: null,
    ready_at: at,
    ...asked,
    involved: [...new Set([...earlier, ...asked.involved])],
    earlier_subjects: [...new Set([...subjects, ...(asked.earlier_subjects ?? [])])],
    id: newId(),
    requested_at: at,
  });
  if (!row)
    throw conflict({
      en: 'Operators are examining it, or its one appeal is decided. Read it again.',
      fr: 'Les opérateurs l’examinent, ou son unique recours est tranché. Relisez-le.',
    });
  await emit(trx, moderationRequested, requestPayload(row));
}

/** For a decision about an earlier revision of the content: it has no effect, and the round ends without one. */
export async function requestAgain(trx: Trx, app: Pick<App, 'newId' | 'now'>, decided: RequestRow): Promise<void> {
  const at = app.now();
  await updateRequest(trx, decided.id, { state: 'withdrawn', ended_at: at });
  const { subject_id, provider_id, category_key, reason_code, involved, requested_by } = decided;
  const kind = decided.kind as Asked['kind'];
  await requestModeration(trx, app, {
    ...{ kind, subject_id, provider_id, category_key, reason_code, involved, requested_by },
    ready_at: at,
  });
}

/** An operator who flags an item under examination cannot decide it (promise Z3). */
export async function involveModerator(trx: Trx, subjectId: string, { userId, permissions }: Actor): Promise<void> {
  if (!permissions.includes('reviews.moderate')) return;
  const open = await lockOpenRequest(trx, subjectId);
  if (!open || open.involved.includes(userId)) return;
  const row = await updateRequest(trx, open.id, { involved: [...open.involved, userId] });
  await emit(trx, moderationRequested, requestPayload(row));
}

/** Deciders read the content again. `readyAt`: if it can now be decided earlier. */
export async function reviseContent(trx: Trx, subjectId: string, readyAt?: Date): Promise<void> {
  const open = await lockOpenRequest(trx, subjectId);
  if (!open) return;
  const row = await updateRequest(trx, open.id, {
    content_revision: open.content_revision + 1,
    ...(readyAt && { ready_at: readyAt }),
  });
  await emit(trx, moderationRequested, requestPayload(row));
}

export async function withdrawRequest(trx: Trx, subjectId: string, at: Date): Promise<void> {
  const open = await lockOpenRequest(trx, subjectId);
  if (!open) return;
  const row = await updateRequest(trx, open.id, { state: 'withdrawn', ended_at: at });
  const { requestId, kind, round, providerId } = requestPayload(row);
  await emit(trx, moderationWithdrawn, { requestId, subjectId, kind, round, providerId, occurredAt: at.toISOString() });
}

export async function announceRequest(trx: Trx, id: string): Promise<void> {
  const row = await lockRequest(trx, id);
  await emit(trx, moderationRequestSnapshot, { ...requestPayload(row), state: row.state as 'open' });
}

function requestPayload(row: RequestRow): PayloadOf<typeof moderationRequested> {
  return {
    requestId: row.id,
    subjectId: row.subject_id,
    kind: row.kind as 'review',
    round: row.round,
    isAppeal: row.is_appeal,
    providerId: row.provider_id,
    categoryKey: row.category_key,
    reasonCode: row.reason_code,
    involvedIds: row.involved,
    contentRevision: row.content_revision,
    ...(row.earlier_subjects.length > 0 && { earlierSubjectIds: row.earlier_subjects }),
    readyAt: row.ready_at.toISOString(),
    occurredAt: row.requested_at.toISOString(),
  };
}
