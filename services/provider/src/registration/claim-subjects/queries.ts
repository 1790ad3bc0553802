import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { SealedSubject } from '../../provider-record/checked-name.ts';

type CurrentSubject = SealedSubject & {
  subject_id: string;
  about: 'business' | 'person' | 'premises';
  provider_kind: 'individual' | 'organisation' | null;
  user_id: string | null;
  representative_id: string | null;
  named_at: Date;
};

export async function listCurrentSubjects(db: Db, providerId: string): Promise<CurrentSubject[]> {
  const { rows } = await sql<CurrentSubject>`
    select s.id as subject_id, s.about, s.provider_kind, s.sealed_name, s.user_id, s.named_at, s.public_form,
      coalesce(s.key_owner_id, s.user_id, s.provider_id) as name_owner_id, k.wrapped, r.id as representative_id
    from claim_subject s
    left join name_key k on k.owner_id = coalesce(s.key_owner_id, s.user_id, s.provider_id)
    left join representative r on r.provider_id = s.provider_id and r.user_id = s.user_id and r.ended_at is null
    where s.provider_id = ${providerId} and s.ended_at is null
    order by s.about`.execute(db);
  return rows;
}

export type Place = { latitude: number; longitude: number; addressLabel: string | null };

/** The public premises that the current subject is: another place would be another subject. Never the private base. */
export async function findPlace(db: Db, providerId: string): Promise<Place | null> {
  const { rows } = await sql<Place>`
    select st_y(position::geometry) as latitude, st_x(position::geometry) as longitude, address_label as "addressLabel"
    from public_premises where provider_id = ${providerId}`.execute(db);
  return rows[0] ?? null;
}

export async function setPublicForm(trx: Trx, id: string, { form, at }: { form: string; at: Date }): Promise<void> {
  const given = { public_form: form, consented_at: at, public_until: null };
  await trx.updateTable('claim_subject').set(given).where('id', '=', id).execute();
}

/** Providers of whom the person is or was responsible, where a consent given until then is in force. */
export async function findProvidersNaming(trx: Trx, personId: string, until: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('claim_subject')
    .select('provider_id')
    .distinct()
    .where('user_id', '=', personId)
    .where('consented_at', '<=', until)
    .orderBy('provider_id')
    .execute();
  return rows.map(({ provider_id }) => provider_id);
}

export async function withdrawForms(
  trx: Trx,
  { providerId, personId, until }: { providerId: string; personId: string; until: Date },
): Promise<void> {
  await trx
    .updateTable('claim_subject')
    .set({ public_form: null, consented_at: null, public_until: until })
    .where('provider_id', '=', providerId)
    .where('user_id', '=', personId)
    .where('consented_at', '<=', until)
    .execute();
}
