import { requirementVersionActivated } from '@trust/contracts/events/provider';
import type { BaseApp } from '@trust/service-kit/app';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { emit } from '@trust/service-kit/events/outbox';
import { audit, type Trx } from '../app.ts';
import type { DB } from '../db/schema.ts';
import {
  activateDraft,
  findFrenchTexts,
  findVersion,
  insertDraft,
  insertLimitationTexts,
  lockCatalog,
  upsertCategory,
} from './queries.ts';
import type { CategoryFile } from './schema.ts';
import { limitationTextsOf, storedVersion } from './stored-version.ts';

type Changing = Pick<BaseApp<DB>, 'db' | 'now' | 'newId'>;
/** `refused` is a sentence for whoever sits at the command line. */
export type ChangeResult = { done: true; refused?: undefined } | { done: false; refused?: string };

/** Puts a version into the database as a draft. Nobody sees it before it is activated, and it never changes any more. */
export function loadVersion(app: Changing, category: CategoryFile): Promise<ChangeResult> {
  return app.db.transact((trx) => load(trx, app, category));
}

/** Puts the loaded draft in force and retires the version before it. Selections stay bound to what they were. */
export function activateVersionOf(app: Changing, category: CategoryFile): Promise<ChangeResult> {
  return app.db.transact((trx) => activate(trx, app, category));
}

/**
 * Loads a version and puts it in force, at once or not at all. One that was there before is left as it is, in force or not; and one that
 * is announced for later stays a draft.
 */
export function seedVersion(app: Changing, category: CategoryFile): Promise<ChangeResult> {
  return app.db.transact(async (trx) => {
    await lockCatalog(trx);
    const { newest } = await findVersion(trx, storedVersion(category));
    const loaded = await load(trx, app, category);
    if (newest > category.number) return { done: false };
    if (!loaded.done || newest === category.number) return { ...loaded, done: false };
    return { done: (await activate(trx, app, category)).done };
  });
}

async function load(trx: Trx, { now, newId }: Changing, category: CategoryFile): Promise<ChangeResult> {
  const { key, label, number } = category;
  await lockCatalog(trx);
  const version = storedVersion(category);
  const wordings = limitationTextsOf(category);
  const found = await findVersion(trx, version);
  if (number <= found.newest && !(found.state && found.same))
    return refusal(`${key} has a version ${found.newest}, and no version changes: write version ${found.newest + 1}.`);
  const french = await findFrenchTexts(
    trx,
    version.requirements.map(({ claim }) => claim),
  );
  const other = wordings.find(({ en, fr }) => french.has(en) && french.get(en) !== fr);
  if (other)
    return refusal(
      `“${other.en}” is “${french.get(other.en)}” in French, for good: keep that, or change the English too.`,
    );
  const isReworded = await insertLimitationTexts(trx, wordings);
  if (!found.state) {
    // The label of a category that is in force changes with the activation.
    if (found.newest === 0) await upsertCategory(trx, key, label);
    await insertDraft(trx, newId(), version);
  } else if (!isReworded) return { done: false };
  await record(trx, 'loadRequirementVersion', category, now());
  return { done: true };
}

async function activate(trx: Trx, { now }: Changing, category: CategoryFile): Promise<ChangeResult> {
  const { key, label, number, policyVersion, takesEffectOn } = category;
  await lockCatalog(trx);
  const version = storedVersion(category);
  const found = await findVersion(trx, version);
  if (found.state === 'active' && found.same) return { done: false };
  if (number < found.active || found.state === 'active' || found.state === 'retired')
    return refusal(`${key} is at version ${found.active} and goes on only: write version ${found.newest + 1}.`);
  if (!found.state || !found.same)
    return refusal('What the file says is not loaded: run `npm run catalog -- load` first.');
  const at = now();
  if (takesEffectOn && new Date(takesEffectOn) > at)
    return refusal(`${key} ${number} is announced for ${takesEffectOn}: activate it on that day or later.`);
  await upsertCategory(trx, key, label);
  const requirementVersionId = await activateDraft(trx, key, number, at);
  await emit(trx, requirementVersionActivated, {
    requirementVersionId,
    categoryKey: key,
    categoryLabel: label,
    number,
    policyVersion,
    requirements: version.requirements,
    activatedAt: at.toISOString(),
  });
  await record(trx, 'activateRequirementVersion', category, at);
  return { done: true };
}

const refusal = (refused: string): ChangeResult => ({ done: false, refused });

function record(trx: Trx, action: string, { key, number }: CategoryFile, at: Date): Promise<void> {
  return audit(trx, systemAudit(action, { by: 'command line', at }), {
    objectType: 'requirement_version',
    objectId: `${key} ${number}`,
    after: { categoryKey: key, number },
  });
}
