import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCategoryFile } from './category-file.ts';
import { seedVersion } from './change-version.ts';

export const catalogFolder = join(import.meta.dirname, '../../catalog');

export async function seedCatalog(app: Parameters<typeof seedVersion>[0], folder = catalogFolder): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  const activated: string[] = [];
  for (const name of files) {
    const { category, errors } = readCategoryFile(await readFile(join(folder, name), 'utf8'), name);
    if (!category) throw new Error(errors.map(({ line, message }) => `${name}:${line} ${message}`).join('\n'));
    const { done, error } = await seedVersion(app, category);
    if (error) throw new Error(error);
    if (done) activated.push(category.key);
  }
  return activated;
}
