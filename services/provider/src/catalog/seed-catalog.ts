import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCategoryFile } from './category-file.ts';
import { seedVersion } from './change-version.ts';
import type { CategoryFile } from './schema.ts';

export const catalogFolder = join(import.meta.dirname, '../../catalog');

export async function readCatalog(folder = catalogFolder): Promise<CategoryFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  return Promise.all(names.map(async (name) => checked(name, await readFile(join(folder, name), 'utf8'))));
}

function checked(name: string, text: string): CategoryFile {
  const { category, errors } = readCategoryFile(text, name);
  if (category) return category;
  throw new Error(errors.map(({ line, message }) => `${name}:${line} ${message}`).join('\n'));
}

/** Returns the keys of the categories whose version it activated. */
export async function seedCatalog(app: Parameters<typeof seedVersion>[0], catalog: CategoryFile[]): Promise<string[]> {
  const activated: string[] = [];
  for (const category of catalog) {
    const { done, error } = await seedVersion(app, category);
    if (error) throw new Error(error);
    if (done) activated.push(category.key);
  }
  return activated;
}
