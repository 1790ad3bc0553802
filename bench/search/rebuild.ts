import { type Database, openDb } from '@trust/service-kit/database/db';
import { sql } from 'kysely';
import type { DB } from '../../services/provider/src/db/schema.ts';
import { rebuildListings } from '../../services/provider/src/listing/rebuild-listings.ts';
import { refreshListing } from '../../services/provider/src/listing/refresh-listing.ts';
import { fillProviders } from '../../services/provider/test/fill-providers.ts';
import { bulkFill, withoutIndexes } from '../bulk-fill.ts';
import { openDatabase } from '../databases.ts';
import { superuserUrl } from '../growth/fill.ts';
import { median, type Report } from '../harness.ts';

/** Fills the table of providers, and measures one rebuild of their listings. */
export async function fillAndRebuild(
  report: Report,
  { folder, url }: { folder: string; url: string },
  range: { from: number; to: number },
): Promise<void> {
  await using superuser = await openDatabase(superuserUrl(folder, 'provider'));
  process.stderr.write(`filling providers ${range.from} to ${range.to}\n`);
  const started = performance.now();
  await bulkFill(superuser.client, () => fillProviders(superuser.client, range));
  await using db = openDb<DB>({ url, max: 1 });
  await withoutIndexes(superuser.client, 'public_listing', async () => {
    for await (const _ of rebuildListings(db, undefined));
  });
  process.stderr.write(`filled in ${Math.round((performance.now() - started) / 1000)} s\n`);
  const rebuilt = await rebuildWhileReadersLook(url, db, range.to);
  const what = `rebuild of the listings of ${range.to} providers, none to correct, once`;
  await report.figures(
    [
      { number: '', what, unit: 'providers/s' },
      {
        number: '',
        what: 'a change of availability meanwhile: from its start until readers see it, median',
        unit: 'ms',
      },
      { number: '', what: 'the same, longest', unit: 'ms' },
    ],
    async () => [rebuilt.perSecond, rebuilt.medianMs, rebuilt.longestMs],
  );
}

/** One provider after the other changes its availability while the command rebuilds all listings. */
async function rebuildWhileReadersLook(url: string, db: Database<DB>, providers: number) {
  await using writer = openDb<DB>({ url, max: 1 });
  const started = performance.now();
  const rebuild = (async () => {
    for await (const _ of rebuildListings(db, undefined));
    return (performance.now() - started) / 1000;
  })();
  let seconds: number | undefined;
  rebuild.then(
    (taken) => {
      seconds = taken;
    },
    () => {},
  );
  const delays: number[] = [];
  while (seconds === undefined) {
    const at = performance.now();
    await changeAvailability(writer);
    delays.push(performance.now() - at);
  }
  return { perSecond: providers / (await rebuild), medianMs: median(delays), longestMs: Math.max(...delays) };
}

/** As the route does: the listing changes in the same transaction, so readers see it from the commit on. */
async function changeAvailability(db: Database<DB>): Promise<void> {
  await db.transact(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select id from provider where id >= gen_random_uuid() and publication = 'published' order by id limit 1 for update`.execute(
      trx,
    );
    const id = rows[0]?.id;
    if (!id) return;
    await sql`
      update availability set state = case when state = 'available' then 'paused' else 'available' end::availability_state,
        next_available_at = null, changed_at = now()
      where selection_id in (select id from service_selection where provider_id = ${id}::uuid)`.execute(trx);
    await refreshListing(trx, id, new Date());
  });
}
