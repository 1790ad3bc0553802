import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { openDb } from '@trust/service-kit/database/db';
import { asProblem } from '@trust/service-kit/http/problem';
import type { DB } from '../db/schema.ts';
import { readCategoryFile } from './category-file.ts';
import { activateVersionOf, type ChangeResult, loadVersion } from './change-version.ts';
import type { CategoryFile } from './schema.ts';

const usage = `What a category asks for, from a file such as services/provider/catalog/plumber.yaml.

  npm run catalog -- validate <file>   says what is wrong with it, as file:line:column
  npm run catalog -- load     <file>   puts it into the database as a draft, which nobody sees; with \`takesEffectOn\` in the file
                                       it is announced to those who offer the category, and comes into force no earlier
  npm run catalog -- activate <file>   puts the loaded draft in force, for good, and retires the version before it

A version that is loaded never changes: to change what a category asks for, raise \`number\` in its file.
load and activate read DATABASE_URL of the provider service; without it, that of the local stack.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { help: { type: 'boolean', short: 'h' } },
});
const [action, file, ...rest] = positionals;
const unknown = Object.keys(values).find((name) => name !== 'help');

if (unknown) fail(`There is no option ${unknown}.\n\n${usage}`);
else if (action === undefined || values.help) console.log(usage);
else if (action !== 'validate' && action !== 'load' && action !== 'activate')
  fail(`There is no command ${action}.\n\n${usage}`);
else if (!file || rest.length > 0) fail(`${action} takes one file.`);
else await run(action, file);

async function run(command: 'validate' | 'load' | 'activate', path: string): Promise<void> {
  const category = read(path);
  if (!category) return;
  const version = `version ${category.number} of ${category.key}`;
  if (command === 'validate') return console.log(`${path}: ${version} is valid.`);
  const change = command === 'load' ? loadVersion : activateVersionOf;
  const { done, refused } = (await inDatabase((app) => change(app, category))) ?? { done: false, refused: '' };
  if (refused !== undefined) return refused ? fail(refused) : undefined;
  const state = command === 'load' ? 'loaded' : 'active';
  console.log(done ? `${state}: ${version}.` : `Nothing to change: ${version} is ${state} already.`);
}

function read(path: string): CategoryFile | undefined {
  try {
    const { category, errors } = readCategoryFile(readFileSync(path, 'utf8'), basename(path));
    if (category) return category;
    fail(errors.map(({ line, column, message }) => `${path}:${line}:${column} ${message}`).join('\n'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    fail(`${path} cannot be read: ${error.message}`);
  }
  return undefined;
}

type App = Parameters<typeof loadVersion>[0];

async function inDatabase(work: (app: App) => Promise<ChangeResult>): Promise<ChangeResult | undefined> {
  const { DATABASE_URL: url } = process.env;
  if (!url) {
    fail('DATABASE_URL is not set, and no local stack was found.');
    return undefined;
  }
  await using db = openDb<DB>({ url, max: 1 });
  try {
    return await work({ db, now: () => new Date(), newId: () => randomUUIDv7() });
  } catch (error) {
    if (asProblem(error)?.slug !== 'unavailable') throw error;
    fail('The provider database does not answer. Does it run?');
    return undefined;
  }
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 2;
}
