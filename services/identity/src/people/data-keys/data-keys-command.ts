import { parseArgs } from 'node:util';
import { fail } from '@trust/service-admin/command';
import { withVault } from '../with-vault.ts';
import { rewrapDataKeys } from './rewrap.ts';

const usage = `npm run data-keys -- rewrap   wraps the data key of every person again, with the current secret

A step of the rotation of SUBJECT_KEY_SECRET (npm run rotate -- SUBJECT_KEY_SECRET), while identity serves. If it is
interrupted, run it again: it continues. Then SUBJECT_KEY_SECRET_ACCEPTED opens nothing any more.
Uses DATABASE_URL, SUBJECT_KEY_SECRET and SUBJECT_KEY_SECRET_ACCEPTED of the identity service. Default: the platform
that runs on DATA_DIR.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
const [action, ...rest] = positionals;

if (values.help || positionals.length === 0) console.log(usage);
else if (action !== 'rewrap' || rest.length > 0) fail(usage);
else
  await withVault(async (stores) => {
    const rewrapped = await rewrapDataKeys(stores, (line) => console.log(line));
    console.log(`Wrapped again: ${rewrapped}. The current secret opens every key.`);
  });
