import { parseArgs } from 'node:util';
import { Reason } from '@trust/contracts/values/free-text';
import { fail, withDatabase } from '@trust/service-admin/command';
import type { Database } from '@trust/service-kit/database/db';
import { isUuid } from '@trust/service-kit/uuid';
import type { DB } from '../db/schema.ts';
import { findAttempts } from './attempts.ts';
import { findParked, redriveDelivery } from './parked.ts';

const usage = `npm run deliveries                              lists parked deliveries: all their attempts failed
npm run deliveries -- attempts <id>             lists the attempts of a delivery
npm run deliveries -- redrive <id> --reason …   queues a parked delivery again, with all its attempts
npm run deliveries -- redrive all --reason …    queues the newest 1000 parked deliveries again

A parked delivery is a message that a carrier did not take in 12 attempts over three days. Redrive it when the carrier works again.
Each redrive is audited. Expired messages are not sent again.
Uses DATABASE_URL of the webhooks service. Default: the platform that runs on DATA_DIR.`;

const most = 1000;
const options = { help: { type: 'boolean' }, reason: { type: 'string' } } as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const [action = 'list', id = ''] = positionals;

if (values.help) console.log(usage);
else if (action === 'list') await withDatabase(list);
else if (action === 'attempts' && id) await withDatabase<DB>((db) => attempts(db, id));
else if (action === 'redrive' && id) await withDatabase<DB>((db) => redrive(db, id, values.reason));
else fail(usage);

async function list(db: Database<DB>): Promise<void> {
  const parked = await findParked(db, most);
  if (parked.length === 0) return console.log('No delivery is parked.');
  for (const { id: parkedId, channel, template, ended_at, expires_at } of parked)
    console.log(
      [parkedId, channel.padEnd(5), template.padEnd(22), `parked ${ended_at?.toISOString()}`, expiry(expires_at)].join(
        '  ',
      ),
    );
}

const expiry = (at: Date | null) => (at ? `expires ${at.toISOString()}` : '');

async function attempts(db: Database<DB>, deliveryId: string): Promise<void> {
  const found = isUuid(deliveryId) ? await findAttempts(db, deliveryId) : [];
  if (found.length === 0) return fail(`No attempt of ${deliveryId} is recorded.`);
  for (const { started_at, attempt, outcome, reason } of found)
    console.log(`${started_at.toISOString()}  attempt ${String(attempt).padStart(2)}  ${outcome}  ${reason ?? ''}`);
}

async function redrive(db: Database<DB>, which: string, reason = ''): Promise<void> {
  if (!Reason.safeParse(reason).success)
    return fail('Say why, in words and at least 10 characters: --reason "Twilio works again".');
  const ids = which === 'all' ? (await findParked(db, most)).map((one) => one.id) : [which].filter(isUuid);
  let queued = 0;
  for (const one of ids)
    if (await db.transact((trx) => redriveDelivery(trx, one, { at: new Date(), reason }))) queued += 1;
  if (queued === 0 && which !== 'all') return fail(`${which} is not parked, or has expired.`);
  console.log(`${queued} queued again.`);
}
