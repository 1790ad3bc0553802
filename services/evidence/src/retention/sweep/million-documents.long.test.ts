import { execFileSync } from 'node:child_process';
import { openLog } from '@trust/service-kit/observability/log';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { startEvidence } from '../../../test/service.ts';
import { startSwift } from '../../../test/stores/swift.ts';
import { S3Client } from '../../storage/s3-client.ts';
import { openS3Store } from '../../storage/s3-store.ts';
import { sweepStore } from './sweep-store.ts';

const documents = 1_000_000;
const missing = 10;
const requests = 20;

/** Enters names into the listing of a container, as Swift's own object servers do. */
const listObjects = `
import glob, hashlib, sys, time
from swift.common.utils import Timestamp
from swift.container.backend import ContainerBroker
folder, container, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
for file in glob.glob(folder + '/node/disk/containers/*/*/*/*.db'):
    broker = ContainerBroker(file)
    if broker.get_info()['container'] != container:
        continue
    at = Timestamp(time.time()).internal
    same = dict(created_at=at, size=1, content_type='application/octet-stream', etag='0' * 32, deleted=0, storage_policy_index=0)
    for start in range(first, last + 1, 10000):
        names = [hashlib.sha256(str(n).encode()).hexdigest() for n in range(start, min(start + 10000, last + 1))]
        broker.merge_items([dict(same, name=name) for name in names])
    print(broker.get_info()['object_count'])
`;

async function fillTables(ownerUrl: string): Promise<void> {
  const { href } = Object.assign(new URL(inject('stack').superuserUrl), { pathname: new URL(ownerUrl).pathname });
  const client = new pg.Client({ connectionString: href });
  await client.connect();
  // Without foreign keys: the sweep reads versions and their processing only.
  await client.query(`
    set session_replication_role = replica;
    insert into evidence_version (id, evidence_id, number, intent_id, upload_session_id, uploaded_by, object_key, media_type, size_bytes,
      sha256, confirmed_at)
    select md5('version ' || n)::uuid, md5('item')::uuid, n, md5('intent ' || n)::uuid, md5('session ' || n)::uuid, md5('person')::uuid,
      encode(sha256(n::text::bytea), 'hex'), 'application/pdf', 1, sha256('bytes'), now()
    from generate_series(1, ${documents}) n;
    insert into evidence_processing (version_id, state, changed_at)
    select md5('version ' || n)::uuid, 'available', now() from generate_series(1, ${documents}) n`);
  await client.query('vacuum analyze evidence_version, evidence_processing');
  await client.end();
}

test('U7 compares a store of a million documents in 51 runs, within the budget of requests of each', async () => {
  await using swift = await startSwift();
  const bucket = { uploads: 'uploads', evidence: 'evidence' };
  const s3 = new S3Client({ ...swift, ...bucket });
  for (const name of Object.values(bucket)) await s3.makeBucket(name);
  await using evidence = await startEvidence({
    s3: openS3Store({ ...swift, ...bucket }, () => new Date()),
    connections: 4,
  });
  evidence.clock.now = new Date();
  const log = openLog('evidence', 'silent');
  // The first run claims the empty store.
  await sweepStore(evidence.app, log);
  const strangers = [
    await evidence.app.store.save(Buffer.from('one')),
    await evidence.app.store.save(Buffer.from('two')),
  ];
  const listed = execFileSync(
    swift.python,
    ['-c', listObjects, swift.folder, bucket.evidence, String(1 + missing), String(documents)],
    { encoding: 'utf8' },
  );
  expect(Number(listed)).toBeGreaterThan(documents - missing);
  await fillTables(evidence.urls.owner);
  evidence.advanceClock(3 * 3600);

  let lists = 0;
  const store: typeof evidence.app.store = {
    ...evidence.app.store,
    objects: (stretch) => {
      lists += 1;
      return evidence.app.store.objects(stretch);
    },
  };
  const seconds: number[] = [];
  const passes: { name: string; count: number }[] = [];
  const recording = openLog('evidence', 'info', { write: (line) => void passes.push(JSON.parse(line)) });
  let removed = 0;
  while (!passes.some(({ name }) => name === 'objects')) {
    const [before, started] = [lists, performance.now()];
    removed += await sweepStore({ ...evidence.app, store, sweepRequests: requests }, recording);
    seconds.push((performance.now() - started) / 1000);
    expect(lists - before).toBeLessThanOrEqual(requests);
  }
  expect(seconds).toHaveLength(Math.ceil((documents - missing) / 1000 / requests) + 1);
  expect(passes).toMatchObject([{ name: 'objects', count: documents - missing + strangers.length }]);
  expect(removed).toBe(strangers.length);
  const { rows } = await sql<{ number: number }>`
    select number from evidence_version join evidence_processing on version_id = id
    where missing_since is not null order by number`.execute(evidence.db);
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: missing }, (_, index) => index + 1));
  const [all, longest] = [seconds.reduce((sum, one) => sum + one), Math.max(...seconds)];
  process.stdout.write(`${seconds.length} runs in ${all.toFixed(1)} s, the longest took ${longest.toFixed(2)} s\n`);
}, 900_000);
