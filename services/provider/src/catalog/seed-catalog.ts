import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requirementVersionActivated } from '@trust/contracts/events/provider';
import type { BaseApp } from '@trust/service-kit/app';
import { emit } from '@trust/service-kit/outbox';
import { parse } from 'yaml';
import type { DB } from '../db/schema.ts';
import { activateVersion, findNewestVersion, insertDraft, lockCatalog, upsertCategory } from './queries.ts';
import { CategoryFile } from './schema.ts';

export const catalogFolder = join(import.meta.dirname, '../../catalog');

type Seeding = Pick<BaseApp<DB>, 'db' | 'now' | 'newId'>;

/** Brings the database to what the files say. Returns the categories that got a new version; a second run changes nothing. */
export async function seedCatalog(app: Seeding, folder = catalogFolder): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  const activated: string[] = [];
  for (const name of files) {
    const category = CategoryFile.parse(parse(await readFile(join(folder, name), 'utf8')));
    if (`${category.key}.yaml` !== name) throw new Error(`${name} describes the category ${category.key}.`);
    if (await seedCategory(app, category)) activated.push(category.key);
  }
  return activated;
}

function seedCategory({ db, now, newId }: Seeding, category: CategoryFile): Promise<boolean> {
  const { key: categoryKey, label, policyVersion, number, requirements, takesEffectOn } = category;
  return db.transact(async (trx) => {
    await lockCatalog(trx);
    await upsertCategory(trx, categoryKey, label);
    const newest = await findNewestVersion(trx, categoryKey, policyVersion, requirements);
    // A draft waits for whoever has loaded it.
    if (newest && (newest.number > number || newest.state === 'draft')) return false;
    if (newest?.number === number) {
      if (newest.same) return false;
      throw new Error(
        `Version ${number} of ${categoryKey} is in force and cannot change: write version ${number + 1}.`,
      );
    }
    const activatedAt = now();
    if (takesEffectOn && new Date(takesEffectOn) > activatedAt) {
      await insertDraft(trx, newId(), category);
      return false;
    }
    const version = { id: newId(), categoryKey, number, policyVersion, requirements, activatedAt };
    await activateVersion(trx, version);
    await emit(trx, requirementVersionActivated, {
      requirementVersionId: version.id,
      categoryKey,
      categoryLabel: label,
      number,
      policyVersion,
      requirements,
      activatedAt: activatedAt.toISOString(),
    });
    return true;
  });
}
