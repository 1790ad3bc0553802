import { fail, readSettings, withDatabase } from '@trust/service-admin/command';
import { secretOf } from '@trust/service-kit/sealing/secret';
import type { DB } from '../../db/schema.ts';
import { openNames } from '../../provider-record/names.ts';
import { rewrapNameKeys } from '../../provider-record/rewrap-name-keys.ts';
import { type ChangedKey, listKeys, retireKey, rotateKeys } from './change-keys.ts';

const usage = `Lists and rotates the keys that sign claim cards.

  npm run keys -- list                          shows every key, its state and until when it is published
  npm run keys -- rotate                        publishes a new key now; it signs in 24 hours, on every replica
  npm run keys -- rotate --now                  the new key signs at once: after a compromise
  npm run keys -- retire <kid>                  erases the private part of a key whose tokens have all expired
  npm run keys -- retire <kid> --compromised    rejects the key and every token that it signed, at once
  npm run keys -- rewrap                        wraps the keys of names again, in a rotation of CLAIM_KEY_SECRET

A replaced key stays published for 7 days: until the last token that it signed has expired.
rotate also erases the private parts of keys that are no longer needed.
The commands use the provider service's DATABASE_URL and CLAIM_KEY_SECRET, by default those of the local stack.`;

// Not parseArgs: a kid is base64url and may begin with a dash.
const args = process.argv.slice(2);
const isOption = (arg: string) => arg.startsWith('--') || arg === '-h';
const options = args.filter(isOption);
const [action, kid, ...rest] = args.filter((arg) => !isOption(arg));
const allowed: Record<string, string[]> = { list: [], rotate: ['--now'], rewrap: [], retire: ['--compromised'] };
const unknown = options.find((option) => !allowed[action ?? '']?.includes(option));

if (action === undefined || options.includes('--help') || options.includes('-h')) console.log(usage);
else if (!allowed[action]) fail(`Unknown command: ${action}.\n\n${usage}`);
else if (unknown) fail(`Unknown option of ${action}: ${unknown}.\n\n${usage}`);
else if (rest.length > 0 || (kid !== undefined) !== (action === 'retire'))
  fail(action === 'retire' ? 'retire needs exactly one kid. See `npm run keys -- list`.' : `${action} needs no kid.`);
else await run();

async function run(): Promise<void> {
  const needsSecret = action === 'rotate' || action === 'rewrap';
  const secret = needsSecret ? readSettings('CLAIM_KEY_SECRET')?.CLAIM_KEY_SECRET : '';
  if (secret === undefined) return;
  const now = new Date();
  await withDatabase<DB>(async (db) => {
    if (action === 'rotate') report(await rotateKeys(db, { secret, now, isImmediate: options.includes('--now') }));
    if (action === 'rewrap') {
      const names = openNames(secretOf(secret, process.env.CLAIM_KEY_SECRET_ACCEPTED));
      console.log(`Wrapped again: ${await rewrapNameKeys(db, names, (line) => console.log(line))} keys of names.`);
    }
    if (action === 'retire')
      report(await retireKey(db, { kid: kid ?? '', now, isCompromised: options.includes('--compromised') }));
    console.log((await listKeys(db, now)).join('\n'));
  });
}

function report({ done, error }: ChangedKey): void {
  if (error) fail(error);
  else console.log(done);
}
