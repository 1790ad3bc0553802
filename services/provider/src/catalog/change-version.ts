import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { requirementVersionActivated } from '@trust/contracts/events/provider';
import type { BaseApp } from '@trust/service-kit/app';
import { policyVersion as auditPolicy } from '@trust/service-kit/audit';
import { emit } from '@trust/service-kit/outbox';
import type { Trx } from '../app.ts';
import type { DB } from '../db/schema.ts';
import { activateDraft, findVersion, insertDraft, lockCatalog, upsertCategory } from './queries.ts';
import type { CategoryFile } from './schema.ts';

type Changing = Pick<BaseApp<DB>, 'db' | 'now' | 'newId'>;
/** `refused` is a sentence for whoever sits at the command line. */
export type Changed = { done: true; refused?: undefined } | { done: false; refused?: string };

/** Puts a version into the database as a draft. Nobody sees it before it is activated, and it never changes any more. */
export function loadVersion({ db, now, newId }: Changing, category: CategoryFile): Promise<Changed> {
  const { key, label, number } = category;
  return db.transact(async (trx) => {
    await lockCatalog(trx);
    const found = await findVersion(trx, category);
    if (found.state && found.same) return { done: false };
    if (number <= found.newest)
      return {
        done: false,
        refused: `${key} has a version ${found.newest}, and no version changes: write version ${found.newest + 1}.`,
      };
    // The label of a category that is in force changes with the activation.
    if (found.newest === 0) await upsertCategory(trx, key, label);
    await insertDraft(trx, newId(), category);
    await record(trx, 'loadRequirementVersion', category, now());
    return { done: true };
  });
}

/** Puts the loaded draft in force and retires the version before it. Selections stay bound to what they were. */
export function activateVersionOf({ db, now }: Changing, category: CategoryFile): Promise<Changed> {
  const { key, label, number, policyVersion, requirements, takesEffectOn } = category;
  return db.transact(async (trx) => {
    await lockCatalog(trx);
    const found = await findVersion(trx, category);
    if (found.state === 'active' && found.same) return { done: false };
    if (number < found.active || found.state === 'active' || found.state === 'retired')
      return {
        done: false,
        refused: `${key} is at version ${found.active} and goes on only: write version ${found.newest + 1}.`,
      };
    if (!found.state || !found.same)
      return { done: false, refused: `What the file says is not loaded: run \`npm run catalog -- load\` first.` };
    const at = now();
    if (takesEffectOn && new Date(takesEffectOn) > at)
      return {
        done: false,
        refused: `${key} ${number} is announced for ${takesEffectOn}: activate it on that day or later.`,
      };
    await upsertCategory(trx, key, label);
    const requirementVersionId = await activateDraft(trx, key, number, at);
    await emit(trx, requirementVersionActivated, {
      requirementVersionId,
      categoryKey: key,
      categoryLabel: label,
      number,
      policyVersion,
      requirements,
      activatedAt: at.toISOString(),
    });
    await record(trx, 'activateRequirementVersion', category, at);
    return { done: true };
  });
}

function record(trx: Trx, action: string, { key, number }: CategoryFile, at: Date): Promise<void> {
  return emit(trx, auditRecorded.provider, {
    at: at.toISOString(),
    actorId: null,
    sessionId: null,
    permission: 'command line',
    action,
    objectType: 'requirement_version',
    objectId: `${key} ${number}`,
    outcome: 'done',
    reason: null,
    before: {},
    after: { categoryKey: key, number },
    requestId: randomUUID(),
    policyVersion: auditPolicy,
  });
}
