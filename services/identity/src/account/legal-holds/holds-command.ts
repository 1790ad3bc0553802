import { parseArgs } from 'node:util';
import { fail, withDatabase } from '@trust/service-admin/command';
import type { DB } from '../../db/schema.ts';
import { withVault } from '../../people/with-vault.ts';
import { changeHold, type HoldChange } from './change-hold.ts';
import { listHolds } from './queries.ts';

const usage = `Lists, places and lifts legal holds. A person under a legal hold cannot be erased, delete a contact point,
or withdraw a document that they uploaded. They can still change their display name and the location of a provider,
withdraw a consent, and close an enquiry, which deletes its contact: copy these first if the order covers them.

  npm run holds -- list
  npm run holds -- place <person id, email or phone> <reason>
  npm run holds -- lift  <person id, email or phone>

The reason has 3 to 200 characters and stays in the audit log: give a file number, no personal data.
Uses DATABASE_URL and SUBJECT_KEY_SECRET of the identity service. Default: the platform that runs on DATA_DIR.`;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
const [action, who = '', ...words] = positionals;
const reason = words.join(' ').trim();

if (values.help || !action) {
  console.log(usage);
} else if (action === 'list') {
  await withDatabase<DB>(async (db) => {
    for (const hold of await listHolds(db))
      console.log(`${hold.person_id}  since ${hold.placed_at.toISOString()}  ${hold.reason}`);
  });
} else if (action === 'place' && who && reason.length >= 3 && reason.length <= 200) {
  await change({ action, who, reason });
} else if (action === 'lift' && who && !reason) {
  await change({ action, who });
} else {
  fail(usage);
}

async function change(request: HoldChange): Promise<void> {
  await withVault(async (stores) => {
    const result = await changeHold(stores, request, new Date());
    if (!result) fail('Person not found, or erased.');
    else if (!result.changed) console.log('Nothing to change.');
    else console.log(`${request.action === 'place' ? 'Legal hold placed' : 'Legal hold lifted'}: ${result.personId}`);
  });
}
