import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, withDatabase } from '@trust/service-admin/command';
import type { DB } from '../db/schema.ts';
import { readCategoryFile } from './category-file.ts';
import { activateVersion, loadVersion } from './change-version.ts';
import type { CategoryFile } from './schema.ts';

const usage = `Validates, loads and activates the requirements of a category, such as services/provider/catalog/plumber.yaml.

  npm run catalog -- validate <file>   prints errors as file:line:column
  npm run catalog -- load     <file>   stores the version as a draft; with \`takesEffectOn\` it is announced to providers that
                                       offer the category and cannot be activated earlier
  npm run catalog -- activate <file>   activates the draft and retires the active version; cannot be undone

A loaded version never changes. To change the requirements of a category, raise \`number\` in its file.
load and activate use the provider service's DATABASE_URL, by default that of the local stack.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { help: { type: 'boolean', short: 'h' } },
});
const [action, file, ...rest] = positionals;
const unknown = Object.keys(values).find((name) => name !== 'help');

if (unknown) fail(`Unknown option: ${unknown}.\n\n${usage}`);
else if (action === undefined || values.help) console.log(usage);
else if (action !== 'validate' && action !== 'load' && action !== 'activate')
  fail(`Unknown command: ${action}.\n\n${usage}`);
else if (!file || rest.length > 0) fail(`${action} needs exactly one file.`);
else await run(action, file);

async function run(command: 'validate' | 'load' | 'activate', path: string): Promise<void> {
  const category = readCategory(path);
  if (!category) return;
  const version = `version ${category.number} of ${category.key}`;
  if (command === 'validate') return console.log(`${path}: ${version} is valid.`);
  const change = command === 'load' ? loadVersion : activateVersion;
  await withDatabase<DB>(async (db) => {
    const result = await change({ db, now: () => new Date(), newId: () => randomUUIDv7() }, category);
    if (result.error) return fail(result.error);
    const state = command === 'load' ? 'loaded' : 'active';
    console.log(result.done ? `${state}: ${version}.` : `Nothing to change: ${version} is already ${state}.`);
  });
}

function readCategory(path: string): CategoryFile | undefined {
  try {
    const { category, errors } = readCategoryFile(readFileSync(path, 'utf8'), basename(path));
    if (category) return category;
    fail(errors.map(({ line, column, message }) => `${path}:${line}:${column} ${message}`).join('\n'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    fail(`Cannot read ${path}: ${error.message}`);
  }
  return undefined;
}
