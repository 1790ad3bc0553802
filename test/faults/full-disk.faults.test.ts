import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, eventually, type Session } from '../../demo/client.ts';
import { type Document, makePdf } from '../../demo/documents.ts';
import { confirm, openIntent } from '../../demo/steps/evidence.ts';
import { newPhoneNumber, signIn } from '../../demo/steps/sign-in.ts';
import { awaitCase, completeWorkspace, register } from '../../demo/steps/workspace.ts';
import type { UploadIntent, VerificationCase } from '../../packages/client/src/client.ts';
import { type Platform, startPlatform } from '../platform.ts';
import { breaches } from './invariants.ts';
import { fillDisk, mountSmallDisks, type SmallDisk } from './small-disk.ts';

const rounds = 6;
const everyMs = 3_000;

let platform: Platform;
let owner: Session;
let opened: VerificationCase;
const client = () => new Client(platform.url, () => {}, { retryMs: 30_000 });
beforeAll(async () => {
  platform = await startPlatform({}, mountSmallDisks);
  owner = await signIn(client(), newPhoneNumber());
  const provider = await register(client(), owner, 'Full Disk Électricité');
  await completeWorkspace(client(), owner);
  opened = await awaitCase(client(), owner, provider.id);
}, 180_000);
afterAll(() => platform?.[Symbol.asyncDispose]());

type Answer = { what: string; status: number | string; requestId: string };

async function ask(what: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const requestId = randomUUID();
  const headers = { authorization: `Bearer ${owner.accessToken}`, 'x-request-id': requestId, ...init.headers };
  const url = path.startsWith('/') ? `${platform.url}/api/v1${path}` : path;
  const status = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(20_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    (error: unknown) => String(error),
  );
  return { what, status, requestId };
}

let edits = 0;
const edit = () => {
  const words = [...String(++edits)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  return ask('edit', '/provider-workspace/me/profile', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ summary: `Version ${words}` }),
  });
};

const reads = () => [
  ask('public read', '/public/categories'),
  ask('search', '/public/providers/search?category=electrician&latitude=48.85&longitude=2.34&radiusKm=10'),
  ask('private read', '/provider-workspace/me'),
];

async function prepareUpload(): Promise<Upload> {
  const [requirement] = opened.requirements;
  if (!requirement) throw new Error('The case asks for no evidence.');
  const document = makePdf(requirement.label.en ?? requirement.key, 300_000);
  const intent = await openIntent(client(), owner, { caseId: opened.id, requirement, document });
  return { intent, document };
}

type Upload = { intent: UploadIntent; document: Document };

function send({ intent, document }: Upload): Promise<Answer> {
  const [part] = intent.session.parts;
  const body = document.bytes as Uint8Array<ArrayBuffer>;
  return ask('upload', part?.url ?? '', { method: 'PUT', headers: part?.headers ?? {}, body });
}

/**
 * What is refused while this disk is full, and what else may be. NATS: nothing, and events wait in the outboxes. Postgres: sometimes an
 * upload, which writes a row.
 */
const refused: [disk: SmallDisk, refused: string[], others: string[]][] = [
  ['evidence', ['upload'], []],
  ['nats', [], []],
  ['postgres', ['edit'], ['upload']],
];

test.each(refused)(
  'F6 while the disk of %s is full, reads go on, nothing acknowledged is lost, and it heals by itself',
  async (disk, refusedKinds, others) => {
    const uploads = await Promise.all(Array.from({ length: rounds }, prepareUpload));
    const asked: Promise<Answer>[] = [];
    {
      await using _full = await fillDisk(join(platform.dataDir, disk));
      for (const upload of uploads) {
        asked.push(...reads(), edit(), send(upload));
        await delay(everyMs);
      }
    }
    const answers = await Promise.all(asked);
    const ended = performance.now();
    await eventually('a success of each kind', async () => {
      const again = await Promise.all([...reads(), edit(), ...uploads.map(send)]);
      return again.every(isDone) ? true : undefined;
    });
    await platform.settled();
    print(disk, answers, performance.now() - ended);

    const failed = answers.filter((answer) => !isDone(answer));
    const unexpected = failed.filter(({ status }) => status !== 503);
    expect(unexpected.flatMap(({ what, status, requestId }) => [what, status, ...linesOf(requestId)])).toEqual([]);
    const kinds = [...new Set(failed.map(({ what }) => what))];
    expect(kinds.filter((kind) => !others.includes(kind))).toEqual(refusedKinds);
    const acknowledged = answers.filter((answer) => answer.what === 'edit' && isDone(answer));
    expect(await missingFromAudit(acknowledged)).toEqual([]);
    for (const { intent } of uploads) await confirm(client(), owner, intent.id);
    await platform.settled();
    expect(await breaches(platform)).toEqual([]);
  },
  300_000,
);

/** What the services logged of a request. */
function linesOf(requestId: string): string[] {
  const folder = join(platform.dataDir, 'logs');
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines.filter((line) => line.includes(requestId));
}

const isDone = ({ status }: Answer) => status === 200 || status === 204;

/** Each edit reaches the audit log by an event. */
async function missingFromAudit(edited: Answer[]): Promise<string[]> {
  const ids = edited.map(({ requestId }) => requestId);
  const rows = await platform.rows<{ id: string }>(
    'operations',
    `select body ->> 'requestId' as id from (select entry::jsonb as body from audit_entry) audited where body ->> 'requestId' = any($1)`,
    [ids],
  );
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

function print(disk: string, answers: Answer[], healedAfterMs: number): void {
  for (const [what, list] of Map.groupBy(answers, (one) => one.what))
    process.stdout.write(`  ${disk}, ${what}: ${list.filter(isDone).length} of ${list.length} done\n`);
  process.stdout.write(`  settled ${Math.round(healedAfterMs)} ms after there was room\n`);
}
