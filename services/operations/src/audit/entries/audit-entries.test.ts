import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { operator } from '@trust/service-testing/actors';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase, makeEntry } from '../../../test/make.ts';
import { makeClaim } from '../../../test/make-claim.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import { checkpointFile } from '../checkpoints/checkpoint-file.ts';
import { checkpointKey } from '../checkpoints/checkpoint-key.ts';
import { makeCheckpoint } from '../checkpoints/make-checkpoint.ts';
import { leafHash, nodeHash, pathInLeaves, rootOfLeaves, rootOfPath, splitOf } from '../tree/merkle.ts';
import { verifyChain } from '../verification/verify-chain.ts';
import { verifyProof } from '../verification/verify-proof.ts';
import { appendEntries } from './queries.ts';

const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Record<string, string>;
const { d: _private, ...publicJwk } = jwk;
const key = await checkpointKey(jwk);
let operations: Operations;
let folder: string;
beforeAll(async () => {
  operations = await startOperations();
  folder = await mkdtemp(join(tmpdir(), 'audit-tree-'));
});
afterAll(async () => {
  await operations[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const auditor = operator('auditor');
const read = (query: string) => operations.get(`/operations/audit${query}`, { actor: auditor });
const idsOf = async (query: string): Promise<string[]> =>
  (await read(`?limit=100&${query}`)).body.items.map(({ id }: { id: string }) => id);

const record = (changes: Parameters<typeof makeEntry>[1] = {}) => makeEntry(operations, changes);

test('every filter finds its entries and no others, newest first, page by page', async () => {
  const made = await makeCase(operations);
  const claim = await makeClaim(operations, { providerId: made.providerId });
  const [actorId, requestId] = [randomUUID(), randomUUID()];
  const refusal = { slug: 'forbidden', count: 2, lastAt: operations.clock.now.toISOString() };
  const start = operations.clock.now.toISOString();
  const first = await record({ actorId, objectId: made.providerId });
  operations.advanceClock(60);
  const second = await record({ actorId, objectType: 'verification_case', objectId: made.caseId, action: 'assign' });
  operations.advanceClock(60);
  const third = await record({ actorId, objectType: 'claim', objectId: claim.claimId, requestId });
  operations.advanceClock(60);
  const after = { providerId: made.providerId };
  const fourth = await record({ actorId, objectType: 'incident', outcome: 'refused', refusal, after });
  await record();
  const mine = [fourth, third, second, first];
  const minute = (count: number) => new Date(new Date(start).getTime() + count * 60_000).toISOString();
  expect(await idsOf(`actorId=${actorId}`)).toEqual(mine);
  expect(await idsOf(`providerId=${made.providerId}`)).toEqual(mine);
  expect(await idsOf(`actorId=${actorId}&action=assign`)).toEqual([second]);
  expect(await idsOf(`objectId=${claim.claimId}&objectType=claim`)).toEqual([third]);
  expect(await idsOf(`requestId=${requestId}`)).toEqual([third]);
  expect(await idsOf(`actorId=${actorId}&outcome=refused`)).toEqual([fourth]);
  expect(await idsOf(`actorId=${actorId}&startAt=${minute(1)}&endAt=${minute(3)}`)).toEqual([third, second]);
  const paged: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await read(`?actorId=${actorId}&limit=2${cursor && `&cursor=${cursor}`}`);
    paged.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  }
  expect(paged).toEqual(mine);
  expect(await read(`/${fourth}`)).toMatchObject({
    status: 200,
    body: { id: fourth, actorId, outcome: 'refused', refusal, after, service: 'provider', position: 4 },
  });
  expect(await read(`/${randomUUID()}`)).toMatchObject({ status: 404 });
  expect(await operations.get('/operations/audit', { actor: operations.operator('supervisor') })).toMatchObject({
    status: 403,
  });
});

test('P1 an export has every matching entry, one a line, and is an entry itself', async () => {
  const actorId = randomUUID();
  const entries = Array.from({ length: 1100 }, (_, index) =>
    JSON.stringify({
      ...{
        eventId: randomUUID(),
        occurredAt: new Date(1_700_000_000_000 + index).toISOString(),
        actorId,
        service: 'provider',
      },
      ...{ sessionId: null, permission: 'session', action: 'a', objectType: 'thing', objectId: null, outcome: 'done' },
      ...{ reason: null, before: {}, after: {}, requestId: 'r', policyVersion: '2026-11' },
    }),
  );
  await operations.db.transact((trx) => appendEntries(trx, entries));
  const { status, body, headers } = await read(`/export?actorId=${actorId}`);
  const lines = body
    .toString()
    .trimEnd()
    .split('\n')
    .map((line: string) => JSON.parse(line));
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  expect(lines.map(({ id }: { id: string }) => id)).toEqual(entries.map((text) => JSON.parse(text).eventId).reverse());
  expect((await operations.audited('getAuditExport')).at(-1)).toMatchObject({
    objectType: 'audit_log',
    permission: 'operations.audit.read',
    after: { actorId, endAt: operations.clock.now.toISOString() },
  });
});

test('P1 the tree is that of RFC 9162, and only the right entry, place and path lead to its root', () => {
  const leaves = Array.from({ length: 40 }, (_, index) => leafHash(`entry ${index}`));
  const mth = (part: Buffer[]): Buffer =>
    part.length === 1
      ? (part[0] as Buffer)
      : nodeHash(mth(part.slice(0, splitOf(part.length))), mth(part.slice(splitOf(part.length))));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(39), fc.nat(39), (size, one, other) => {
      const [tree, index] = [leaves.slice(0, size), one % size];
      const path = pathInLeaves(tree, index);
      const leaf = leaves[index] as Buffer;
      const root = mth(tree);
      expect(rootOfLeaves(tree)).toEqual(root);
      expect(rootOfPath(leaf, { index, size, path })).toEqual(root);
      const wrong = other % size;
      if (wrong !== index) {
        expect(rootOfPath(leaves[wrong] as Buffer, { index, size, path })).not.toEqual(root);
        expect(rootOfPath(leaf, { index: wrong, size, path })).not.toEqual(root);
      }
      expect(rootOfPath(leaf, { index, size, path: [...path, leaf] })).toBeUndefined();
      expect(rootOfPath(leaf, { index: index + size, size, path })).toBeUndefined();
      if (path.length > 0) expect(rootOfPath(leaf, { index, size, path: path.slice(1) })).not.toEqual(root);
    }),
  );
});

test('names the place of checkpoints that it cannot read', async () => {
  await expect(checkpointFile({ file: folder }).readPlaces()).rejects.toThrow(
    `The audit checkpoints in ${folder} cannot`,
  );
});

test('P1 a proof of any entry is verified offline with the public key, and a changed one is not', async () => {
  const file = checkpointFile({ dir: join(folder, 'checkpoints') });
  const parts = { db: operations.db, now: operations.app.now, key, file };
  const late = await record();
  expect(await read(`/${late}/proof`)).toMatchObject({ status: 409 });
  await makeCheckpoint(parts);
  const { rows } = await sql<{ event_id: string; seq: string }>`
    select event_id, seq from audit_entry where seq in (1, 256, 257, 600, 1024, 1025, (select max(seq) from audit_entry))
    order by seq`.execute(operations.db);
  const keyFile = join(folder, 'public.jwk');
  await writeFile(keyFile, JSON.stringify(publicJwk));
  const verifyFile = async (proof: object) => {
    await writeFile(join(folder, 'proof.json'), JSON.stringify(proof));
    const command = join(import.meta.dirname, '../verify-command.ts');
    const args = [command, 'verify-proof', join(folder, 'proof.json'), '--key', keyFile];
    return promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH ?? '' } }).then(
      ({ stdout }) => stdout,
      ({ code, stdout }) => `${code} ${stdout}`,
    );
  };
  for (const { event_id, seq } of rows) {
    const { body } = await read(`/${event_id}/proof`);
    expect(body).toMatchObject({ entryId: event_id, position: Number(seq) });
    expect(await verifyProof(JSON.stringify(body), key)).toMatchObject({ isProved: true, position: Number(seq) });
    const changed = { ...body, entry: body.entry.replace('"done"', '"refused"').replace('patchProfile', 'nothing') };
    expect(await verifyProof(JSON.stringify(changed), key)).toMatchObject({ isProved: false });
    for (const change of [{ position: Number(seq) + 1 }, { entryId: randomUUID() }])
      expect(await verifyProof(JSON.stringify({ ...body, ...change }), key)).toMatchObject({ isProved: false });
  }
  const { body: proof } = await read(`/${late}/proof`);
  expect(await verifyFile(proof)).toMatch(/^Proved: entry \d+ of \d+ is in the log that was signed at 2026/);
  const forged = await (
    await checkpointKey(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as never)
  ).sign({
    size: proof.position,
    root: '',
    tree: leafHash(proof.entry).toString('base64url'),
    at: operations.clock.now.toISOString(),
  });
  expect(await verifyFile({ ...proof, checkpoint: forged })).toBe(
    '1 NOT PROVED: the checkpoint has no valid signature of the audit key.\n',
  );

  for (let count = 0; count < 3; count++) await record();
  operations.advanceClock(3600);
  await makeCheckpoint(parts);
  expect(await readdir(join(folder, 'checkpoints'))).toHaveLength(2);
  const [{ checkpoints } = { checkpoints: [] }] = await file.readPlaces();
  expect(await verifyChain(operations.db, key, checkpoints)).toMatchObject({ holds: true, checkpoints: 2 });
  const { size } = (await key.open(checkpoints.at(-1) ?? '')) ?? { size: 0 };
  const lying = await key.sign({
    size,
    root: (await lastHash()).toString('base64url'),
    tree: 'x',
    at: '2026-01-05T09:00:00.000Z',
  });
  expect(await verifyChain(operations.db, key, [lying])).toMatchObject({ holds: false });
});

async function lastHash(): Promise<Buffer> {
  const { rows } = await sql<{
    entry_hash: Buffer;
  }>`select entry_hash from audit_entry order by seq desc limit 1`.execute(operations.db);
  return rows[0]?.entry_hash ?? Buffer.alloc(0);
}
