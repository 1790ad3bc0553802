import { parseArgs } from 'node:util';
import { fail } from '@trust/service-admin/command';
import { withVault } from '../../people/with-vault.ts';
import { runUnlock } from './run-unlock.ts';

const usage = `npm run people -- unlock <email, phone or person id> [reason]   lets a person sign in on new devices again

After 100 wrong codes in a row for a number or address, only devices that have signed in before can sign in, and the
event identity.sign-in.stopped.v1 names the person. A sign-in on a known device resets the count, and so does this
command. Each use is audited.
Uses DATABASE_URL and SUBJECT_KEY_SECRET of the identity service. Default: the platform that runs on DATA_DIR.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { help: { type: 'boolean', short: 'h' } },
});
const [action, ...words] = positionals;
const unknownOption = Object.keys(values).find((name) => name !== 'help');

if (values.help || (action === undefined && !unknownOption)) console.log(usage);
else if (unknownOption) fail(`Unknown option: ${unknownOption}.\n\n${usage}`);
else if (action !== 'unlock') fail(`Unknown command: ${action}.\n\n${usage}`);
else
  await withVault(async (stores) => {
    const result = await runUnlock(stores, words, { operatorsOnly: false });
    if (result.isError) fail(result.text);
    else console.log(result.text);
  });
