import type { PayloadOf } from '@trust/contracts/event';
import { claimSubjectEnded, claimSubjectNamed } from '@trust/contracts/events/claims';
import { emit } from '@trust/service-kit/outbox/outbox';
import { Problem } from '@trust/service-kit/problems/problem';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { ClaimAbout, ClaimSubject, ProviderKind } from '../db/schema.ts';
import { refreshListing } from '../listing/refresh-listing.ts';

type SubjectRow = Selectable<ClaimSubject>;
type EndReason = PayloadOf<typeof claimSubjectEnded>['reason'];

export function findCurrentSubject(db: Db, providerId: string, about: ClaimAbout): Promise<SubjectRow | undefined> {
  return db
    .selectFrom('claim_subject')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('about', '=', about)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

type NewSubject = Omit<Insertable<ClaimSubject>, 'provider_kind'> & { named_at: Date };

/** Call with the provider locked, after the end of the earlier one: whom a grant is about may show a service again. */
export async function nameSubject(trx: Trx, subject: NewSubject): Promise<void> {
  const { id: subjectId, provider_id: providerId, about, user_id: personId, named_at } = subject;
  const kind = await findKind(trx, providerId);
  // The kind belongs to the registered name: another kind of a draft ends it (docs/domain/claim-subject.md 24).
  const providerKind = about === 'business' ? kind : null;
  await trx
    .insertInto('claim_subject')
    .values({ ...subject, provider_kind: providerKind })
    .execute();
  const payload = {
    subjectId,
    providerId,
    about,
    ...(providerKind && { providerKind }),
    ...(personId && { personId, isOnePerson: kind === 'individual' }),
    ...(subject.same_name_subject_id && { sameNameSubjectId: subject.same_name_subject_id }),
  };
  await emit(trx, claimSubjectNamed, { ...payload, occurredAt: named_at.toISOString() });
  await refreshListing(trx, providerId, named_at);
}

async function findKind(trx: Trx, id: string): Promise<ProviderKind> {
  return (await trx.selectFrom('provider').select('kind').where('id', '=', id).executeTakeFirstOrThrow()).kind;
}

type Ending = { providerId: string; about?: readonly ClaimAbout[]; userId?: string; subjectId?: string };
type Ended = { reason: EndReason; at: Date; sealedReason?: Buffer | null; shownBy?: string; endedBy?: string };

/**
 * From this transaction on no card, search or page shows a claim about them (promise T1). Returns what ended.
 * Call with the provider locked.
 */
export async function endSubjects(trx: Trx, ending: Ending, end: Ended): Promise<SubjectRow[]> {
  const ended = await recordEnds(trx, ending, end);
  if (ended.length > 0) await refreshListing(trx, ending.providerId, end.at);
  return ended;
}

async function recordEnds(
  trx: Trx,
  { providerId, about = ['business', 'person', 'premises'], userId, subjectId }: Ending,
  { reason, at, sealedReason = null, shownBy, endedBy }: Ended,
): Promise<SubjectRow[]> {
  const alone = sql<string>`(select min(c.person_id::text)::uuid from premises_consent c
    where claim_subject.about = 'premises' and c.provider_id = claim_subject.provider_id having count(*) = 1)`;
  const ended = await trx
    .updateTable('claim_subject')
    // Never before `named_at`, which another replica's clock wrote.
    .set({
      ended_at: sql<Date>`greatest(${at}, named_at)`,
      end_reason: reason,
      sealed_end_reason: sealedReason,
      shown_by: shownBy ?? alone,
      ...(endedBy && { ended_by: endedBy }),
    })
    .where('provider_id', '=', providerId)
    .where('ended_at', 'is', null)
    .where('about', 'in', about)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .$if(subjectId !== undefined, (query) => query.where('id', '=', subjectId ?? ''))
    .returningAll()
    .execute();
  for (const { id, about: of, ended_at } of ended) {
    const occurredAt = (ended_at ?? at).toISOString();
    await emit(trx, claimSubjectEnded, { subjectId: id, providerId, about: of, reason, occurredAt });
  }
  return ended;
}

/** Who waits to accept that they answer for the provider. Returns the id of the naming. Call with the provider locked. */
export async function deleteNaming(
  trx: Trx,
  { providerId, userId }: { providerId: string; userId?: string },
): Promise<string | undefined> {
  const naming = await trx
    .deleteFrom('person_naming')
    .where('provider_id', '=', providerId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .returning('id')
    .executeTakeFirst();
  return naming?.id;
}

/** Current claims about the subjects that a provider has now: they end with them. */
export async function findClaimsAbout(
  db: Db,
  { providerId, about, at }: { providerId: string; about: readonly ClaimAbout[]; at: Date },
): Promise<{ claimId: string; about: ClaimAbout }[]> {
  const { rows } = await sql<{ claimId: string; about: ClaimAbout }>`
    select c.claim_id as "claimId", s.about from claim_subject s join claim c on c.subject_id = s.id
    where s.provider_id = ${providerId} and s.ended_at is null and s.about = any(${about}::claim_about[])
      and c.status = 'active' and c.valid_until > ${at}
    order by c.claim_id`.execute(db);
  return rows;
}

/** Nobody ends claims without having read which (promise T1). */
export async function assertEndsClaims(
  trx: Trx,
  of: Parameters<typeof findClaimsAbout>[1],
  endsClaimIds: readonly string[] = [],
): Promise<void> {
  const claims = (await findClaimsAbout(trx, of)).map(({ claimId }) => claimId);
  if (claims.every((id) => endsClaimIds.includes(id))) return;
  throw new Problem('claims-would-end', undefined, {
    errors: [{ field: 'endsClaimIds', code: 'claims_not_named', allowed: claims }],
  });
}

/**
 * Ends the current subject with its claims, each of which the request must name. Call with the provider locked, and name the next one or
 * refresh the listing after it: only both together are a change for the public.
 */
export async function endWithClaims(
  trx: Trx,
  { providerId, about }: { providerId: string; about: ClaimAbout },
  { reason, at, endsClaimIds }: { reason: EndReason; at: Date; endsClaimIds: readonly string[] | undefined },
): Promise<void> {
  await assertEndsClaims(trx, { providerId, about: [about], at }, endsClaimIds);
  await recordEnds(trx, { providerId, about: [about] }, { reason, at });
}
