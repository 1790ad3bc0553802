import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, withDatabase } from '@trust/service-admin/command';
import type { DB } from '../../db/schema.ts';
import { announceErasures } from './announce-erasures.ts';
import { findErasures } from './queries.ts';
import { repeatErasures } from './repeat-erasures.ts';

const usage = `npm run erasures -- list            prints person id and time of each erasure; keep the list apart from the backups
npm run erasures -- repeat <file>   erases the persons of such a list again, after identity was restored; repeatable
npm run erasures -- announce        publishes all erasures again, after another service was restored; repeatable

Uses DATABASE_URL of the identity service. Default: the platform that runs on DATA_DIR.`;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
const [action, file, ...rest] = positionals;

if (values.help || positionals.length === 0) {
  console.log(usage);
} else if (rest.length > 0 || !isCommand()) {
  fail(usage);
} else {
  await withDatabase<DB>(async (db) => {
    if (action === 'announce') console.log(`Announced: ${await announceErasures(db)}`);
    else if (action === 'repeat') {
      const ids = personIdsOf(file ?? '');
      const erased = await repeatErasures(db, ids, new Date());
      console.log(
        `Erased again: ${erased.length}. Already erased or not in this database: ${ids.length - erased.length}`,
      );
    } else
      for (const { personId, erasedAt } of await findErasures(db)) console.log(`${personId} ${erasedAt.toISOString()}`);
  });
}

function isCommand(): boolean {
  return action === 'repeat' ? file !== undefined : (action === 'announce' || action === 'list') && file === undefined;
}

/** Throws on a line without an id: a half-read list would leave people unerased. */
function personIdsOf(path: string): string[] {
  const lines = readFileSync(resolve(path), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [id] = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(?=\s|$)/.exec(line) ?? [];
    if (!id) throw new Error(`${path} has a line without a person id: "${line}". Use the output of \`list\`.`);
    return id;
  });
}
