import type { PayloadOf } from '@trust/contracts/event';
import type { requirementVersionActivated } from '@trust/contracts/events/catalog';
import type { Db, Trx } from '../app.ts';

export async function saveRequirementVersion(
  trx: Trx,
  version: PayloadOf<typeof requirementVersionActivated>,
): Promise<void> {
  const saved = await trx
    .insertInto('requirement_version')
    .values({
      id: version.requirementVersionId,
      category_key: version.categoryKey,
      number: version.number,
      policy_version: version.policyVersion,
      activated_at: version.activatedAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  // A snapshot of a known version may bring texts that its first event did not have.
  await saveLimitationTexts(trx, version.limitationTexts ?? []);
  if (!saved) return;
  await trx
    .insertInto('requirement')
    .values(
      version.requirements.map(({ claim, ...requirement }, position) => ({
        requirement_version_id: version.requirementVersionId,
        key: requirement.key,
        position,
        label: JSON.stringify(requirement.label),
        document_kinds: requirement.documentKinds,
        media_types: requirement.mediaTypes,
        max_size_bytes: requirement.maxSizeBytes,
        field_visit: requirement.fieldVisit,
        claim_type: claim.type,
        claim_about: claim.about ?? 'business',
        claim_statement: JSON.stringify(claim.statement),
        claim_source_kind: claim.sourceKind,
        claim_limitations: claim.limitations,
        claim_validity_days: claim.validityDays,
      })),
    )
    .execute();
  await trx
    .insertInto('requirement_method')
    .values(
      version.requirements.flatMap(({ key, claim }) =>
        claim.methods.map((method) => ({
          requirement_version_id: version.requirementVersionId,
          requirement_key: key,
          method,
        })),
      ),
    )
    .execute();
}

type LimitationText = { en: string; fr: string };

async function saveLimitationTexts(trx: Trx, texts: readonly LimitationText[]): Promise<void> {
  if (texts.length === 0) return;
  await trx
    .insertInto('limitation_text')
    .values([...texts])
    .onConflict((conflict) => conflict.column('en').doUpdateSet((eb) => ({ fr: eb.ref('excluded.fr') })))
    .execute();
}

export async function findFrenchLimitations(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('limitation_text').selectAll().execute();
  return new Map(rows.map(({ en, fr }) => [en, fr]));
}

export async function keysOfVersion(db: Db, versionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('requirement')
    .select('key')
    .where('requirement_version_id', '=', versionId)
    .execute();
  return rows.map(({ key }) => key);
}
