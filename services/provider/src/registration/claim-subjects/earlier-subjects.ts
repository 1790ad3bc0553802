import { sql } from 'kysely';
import type { App, Db, Trx } from '../../app.ts';
import { openPersonName, openRegisteredName, type SealedSubject } from '../../provider-record/checked-name.ts';
import { nameSealer, openName } from '../../provider-record/names.ts';

type Named = { providerId: string; about: 'business' | 'person'; userId?: string; name: string };

/** The first subject with the same name, and of the same person. A name that was erased is no longer known. */
export async function findSameName(trx: Trx, app: App, { providerId, about, userId, name }: Named) {
  const { rows } = await sql<{ id: string; sealed_name: Buffer; owner: string; wrapped: Buffer }>`
    select s.id, s.sealed_name, k.owner_id as owner, k.wrapped
    from claim_subject s join name_key k on k.owner_id = coalesce(s.key_owner_id, s.user_id, s.provider_id)
    where s.provider_id = ${providerId} and s.about = ${about}::claim_about and s.same_name_subject_id is null
      and s.user_id is not distinct from ${userId ?? null}::uuid
    order by s.named_at`.execute(trx);
  const same = rows.find(
    ({ id, sealed_name, owner, wrapped }) => openName(app, { ownerId: owner, wrapped }, id, sealed_name) === name,
  );
  return same?.id ?? null;
}

const bindingOf = (subjectId: string) => `${subjectId} end`;

type Ending = { id: string; provider_id: string; about: string; user_id: string | null; key_owner_id: string | null };

/** Only of names: nobody reads later where the provider was. */
export async function sealEndReason(trx: Trx, app: App, subject: Ending, reason: string): Promise<Buffer | null> {
  if (subject.about === 'premises') return null;
  const sealer = await nameSealer(trx, app, subject.key_owner_id ?? subject.user_id ?? subject.provider_id);
  return sealer.seal(bindingOf(subject.id), reason);
}

type EarlierRow = SealedSubject & {
  subject_id: string;
  about: 'business' | 'person';
  sealed_end_reason: Buffer | null;
  end_reason: 'replaced' | 'left' | 'removed' | 'ended_by_operator';
  named_at: Date;
  ended_at: Date;
  is_checked: boolean;
  has_same_name: boolean;
};

/** Of each kind the last one, the last that a check confirmed, and the last that an operator ended: later names hide none of them. */
async function listEarlierSubjects(db: Db, providerId: string): Promise<EarlierRow[]> {
  const { rows } = await sql<EarlierRow>`
    with ended as (
      select s.*, exists (select from claim c where c.subject_id = s.id) as is_checked
      from claim_subject s where s.provider_id = ${providerId} and s.about <> 'premises' and s.ended_at is not null),
    last as (
      (select distinct on (about) id from ended order by about, ended_at desc, id desc)
      union (select distinct on (about) id from ended where is_checked order by about, ended_at desc, id desc)
      union (select distinct on (about) id from ended where end_reason = 'ended_by_operator' order by about, ended_at desc, id desc))
    select s.id as subject_id, s.about, s.sealed_name, s.sealed_end_reason, s.end_reason, s.named_at, s.ended_at, s.is_checked,
      s.public_form, coalesce(s.key_owner_id, s.user_id, s.provider_id) as name_owner_id, k.wrapped,
      coalesce(coalesce(s.same_name_subject_id, s.id) = coalesce(present.same_name_subject_id, present.id), false) as has_same_name
    from ended s join last using (id)
      left join name_key k on k.owner_id = coalesce(s.key_owner_id, s.user_id, s.provider_id)
      left join claim_subject present
        on present.provider_id = s.provider_id and present.about = s.about and present.ended_at is null
    order by s.ended_at desc, s.id desc`.execute(db);
  return rows;
}

export async function earlierSubjectsView(db: Db, app: Pick<App, 'names'>, providerId: string) {
  return (await listEarlierSubjects(db, providerId)).map((subject) => {
    const { subject_id: id, about, end_reason: endReason, name_owner_id: ownerId, wrapped } = subject;
    const person = openPersonName(app, subject);
    const reason = subject.sealed_end_reason;
    return {
      id,
      about,
      name: person ? `${person.givenName} ${person.familyName}` : openRegisteredName(app, subject),
      hasSameName: subject.has_same_name,
      isChecked: subject.is_checked,
      namedAt: subject.named_at.toISOString(),
      endedAt: subject.ended_at.toISOString(),
      endReason,
      operatorReason: reason && ownerId ? openName(app, { ownerId, wrapped }, bindingOf(id), reason) : null,
    };
  });
}
