import type { Requirement } from '@trust/contracts/events/catalog';
import type { Text } from '@trust/contracts/values/text';
import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import { listActiveVersions } from './active-versions.ts';
import type { BilingualText, CategoryFile } from './schema.ts';

type Label = Record<string, string>;

export async function lockCatalog(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('catalog', 0))`.execute(trx);
}

export async function upsertCategory(trx: Trx, key: string, label: Label): Promise<void> {
  await sql`
    insert into category (key, label) values (${key}, ${JSON.stringify(label)}::jsonb)
    on conflict (key) do update set label = excluded.label where category.label <> excluded.label`.execute(trx);
}

type VersionContent = Omit<CategoryFile, 'requirements'> & { requirements: readonly Requirement[] };

/** State of a version, and the numbers of the newest and the active one (0: none). */
export async function findVersion(
  trx: Trx,
  { key, number, policyVersion, requirements, takesEffectOn }: VersionContent,
) {
  const { rows } = await sql<{
    newest: number;
    active: number;
    state: 'draft' | 'active' | 'retired' | null;
    same: boolean | null;
  }>`
    select coalesce(max(v.number), 0) as newest, coalesce(max(v.number) filter (where v.state = 'active'), 0) as active,
      max(v.state) filter (where v.number = ${number}) as state,
      bool_and(v.requirements = ${JSON.stringify(requirements)}::jsonb and v.policy_version = ${policyVersion}
          and v.takes_effect_on is not distinct from ${takesEffectOn ?? null}::date)
        filter (where v.number = ${number}) as same
    from requirement_version v where v.category_key = ${key}`.execute(trx);
  return rows[0] ?? { newest: 0, active: 0, state: null, same: null };
}

export async function insertDraft(
  trx: Trx,
  id: string,
  { key, number, policyVersion, requirements, takesEffectOn }: VersionContent,
) {
  await sql`
    insert into requirement_version (id, category_key, number, policy_version, requirements, takes_effect_on)
    values (${id}, ${key}, ${number}, ${policyVersion}, ${JSON.stringify(requirements)}::jsonb, ${takesEffectOn ?? null}::date)`.execute(
    trx,
  );
}

export async function activateDraft(trx: Trx, categoryKey: string, number: number, at: Date): Promise<string> {
  await sql`
    update requirement_version set state = 'retired', retired_at = ${at}
    where category_key = ${categoryKey} and state = 'active'`.execute(trx);
  const { rows } = await sql<{ id: string }>`
    update requirement_version set state = 'active', activated_at = ${at}
    where category_key = ${categoryKey} and number = ${number} and state = 'draft' returning id`.execute(trx);
  if (!rows[0]) throw new Error(`Version ${number} of ${categoryKey} is not a draft.`);
  return rows[0].id;
}

export async function findFrenchTexts(
  db: Db,
  claims: readonly { limitations: readonly string[] }[],
): Promise<ReadonlyMap<string, string>> {
  const english = new Set(claims.flatMap(({ limitations }) => limitations));
  if (english.size === 0) return new Map();
  const rows = await db
    .selectFrom('limitation_text')
    .selectAll()
    .where('en', '=', sql<string>`any(${[...english]}::text[])`)
    .execute();
  return new Map(rows.map(({ en, fr }) => [en, fr]));
}

export async function readCatalog(db: Db) {
  const versions = await listActiveVersions(db);
  const claims = versions.flatMap(({ requirements }) => requirements.map(({ claim }) => claim));
  const french = await findFrenchTexts(db, claims);
  const inBoth = ({ limitations }: Requirement['claim']) =>
    limitations.map((en): Text => ({ en, fr: french.get(en) ?? en }));
  return versions.map(({ requirements, ...version }) => ({
    ...version,
    requirements: requirements.map(({ claim, ...requirement }) => ({
      ...requirement,
      claim: { ...claim, limitations: inBoth(claim) },
    })),
  }));
}
export type ActiveCategory = Awaited<ReturnType<typeof readCatalog>>[number];

export async function insertLimitationTexts(trx: Trx, texts: readonly BilingualText[]): Promise<boolean> {
  const rows = await trx
    .insertInto('limitation_text')
    .values([...texts])
    .onConflict((conflict) => conflict.doNothing())
    .returning('en')
    .execute();
  return rows.length > 0;
}

type ActivatedVersion = {
  id: string;
  label: Record<string, string>;
  number: number;
  policy_version: string;
  requirements: Requirement[];
  activated_at: Date;
};

/** Oldest first, without drafts. */
export async function findActivatedVersions(trx: Trx, categoryKey: string): Promise<ActivatedVersion[]> {
  const { rows } = await sql<ActivatedVersion>`
    select v.id, c.label, v.number, v.policy_version, v.requirements, v.activated_at
    from requirement_version v join category c on c.key = v.category_key
    where v.category_key = ${categoryKey} and v.activated_at is not null order by v.number`.execute(trx);
  return rows;
}
