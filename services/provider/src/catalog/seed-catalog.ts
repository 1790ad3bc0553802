import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCategoryFile } from './category-file.ts';
import { seedVersion } from './change-version.ts';

export const catalogFolder = join(import.meta.dirname, '../../catalog');

/** Brings the database to what the files say. Returns the categories that got a new version; a second run changes nothing. */
export async function seedCatalog(app: Parameters<typeof seedVersion>[0], folder = catalogFolder): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  const activated: string[] = [];
  for (const name of files) {
    const { category, errors } = readCategoryFile(await readFile(join(folder, name), 'utf8'), name);
    if (!category) throw new Error(errors.map((fault) => `${name}:${fault.line} ${fault.message}`).join('\n'));
    const { done, refused } = await seedVersion(app, category);
    if (refused) throw new Error(refused);
    if (done) activated.push(category.key);
  }
  return activated;
}
