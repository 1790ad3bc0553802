import { requirementVersionActivated } from '@trust/contracts/events/catalog';
import type { SystemAction } from '@trust/contracts/system-actions';
import type { BaseApp } from '@trust/service-kit/app';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { emit } from '@trust/service-kit/outbox/outbox';
import { audit, type Trx } from '../app.ts';
import type { DB } from '../db/schema.ts';
import { findActiveVersion } from './active-versions.ts';
import { kindsOf } from './kinds-of.ts';
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

type ChangeApp = Pick<BaseApp<DB>, 'db' | 'now' | 'newId'>;
/** `error`: a sentence for the command line. Without one, nothing had to change. */
export type ChangeResult = { done: true; error?: undefined } | { done: false; error?: string };

export function loadVersion(app: ChangeApp, category: CategoryFile): Promise<ChangeResult> {
  return app.db.transact((trx) => load(trx, app, category));
}

export function activateVersion(app: ChangeApp, category: CategoryFile): Promise<ChangeResult> {
  return app.db.transact((trx) => activate(trx, app, category));
}

/** Loads and activates a new version; a loaded or announced version is not activated. */
export function seedVersion(app: ChangeApp, category: CategoryFile): Promise<ChangeResult> {
  return app.db.transact(async (trx) => {
    await lockCatalog(trx);
    const { newest } = await findVersion(trx, storedVersion(category));
    const loaded = await load(trx, app, category);
    if (newest > category.number) return { done: false };
    if (!loaded.done || newest === category.number) return { ...loaded, done: false };
    return { done: (await activate(trx, app, category)).done };
  });
}

async function load(trx: Trx, { now, newId }: ChangeApp, category: CategoryFile): Promise<ChangeResult> {
  const { key, label, number } = category;
  await lockCatalog(trx);
  const version = storedVersion(category);
  const texts = limitationTextsOf(category);
  const found = await findVersion(trx, version);
  if (number <= found.newest && !(found.state && found.same))
    return failed(
      `${key} already has version ${found.newest}, which cannot change. Set \`number\` to ${found.newest + 1}.`,
    );
  const active = await findActiveVersion(trx, key);
  // Else organisations could never select the service again.
  if (active && kindsOf(version.requirements).length < kindsOf(active.requirements).length)
    return failed(
      `Organisations select ${key}, and this version has no requirement about the business. Keep one, or make it a new category.`,
    );
  const french = await findFrenchTexts(
    trx,
    version.requirements.map(({ claim }) => claim),
  );
  const conflict = texts.find(({ en, fr }) => french.has(en) && french.get(en) !== fr);
  if (conflict)
    return failed(
      `“${conflict.en}” already has the French text “${french.get(conflict.en)}”, which cannot change. Keep it, or change the English too.`,
    );
  const hasNewTexts = await insertLimitationTexts(trx, texts);
  if (!found.state) {
    // An active category gets its new label with the activation.
    if (found.newest === 0) await upsertCategory(trx, key, label);
    await insertDraft(trx, newId(), version);
  } else if (!hasNewTexts) return { done: false };
  await recordChange(trx, 'loadRequirementVersion', category, now());
  return { done: true };
}

async function activate(trx: Trx, { now }: ChangeApp, category: CategoryFile): Promise<ChangeResult> {
  const { key, label, number, policyVersion, takesEffectOn } = category;
  await lockCatalog(trx);
  const version = storedVersion(category);
  const found = await findVersion(trx, version);
  if (found.state === 'active' && found.same) return { done: false };
  if (number < found.active || found.state === 'active' || found.state === 'retired')
    return failed(
      `Version ${found.active} of ${key} is active. Only a newer one can be activated: set \`number\` to ${found.newest + 1}.`,
    );
  if (!found.state || !found.same) return failed('This version is not loaded. Run `npm run catalog -- load` first.');
  const at = now();
  if (takesEffectOn && new Date(takesEffectOn) > at)
    return failed(`Version ${number} of ${key} is announced for ${takesEffectOn}. Activate it on that day or later.`);
  await upsertCategory(trx, key, label);
  const requirementVersionId = await activateDraft(trx, key, number, at);
  await emit(trx, requirementVersionActivated, {
    requirementVersionId,
    categoryKey: key,
    categoryLabel: label,
    number,
    policyVersion,
    requirements: version.requirements,
    limitationTexts: limitationTextsOf(category),
    activatedAt: at.toISOString(),
  });
  await recordChange(trx, 'activateRequirementVersion', category, at);
  return { done: true };
}

const failed = (error: string): ChangeResult => ({ done: false, error });

function recordChange(trx: Trx, action: SystemAction, { key, number }: CategoryFile, at: Date): Promise<void> {
  return audit(trx, systemAudit(action, { by: 'command line', at }), {
    objectType: 'requirement_version',
    objectId: `${key} ${number}`,
    after: { categoryKey: key, number },
  });
}
