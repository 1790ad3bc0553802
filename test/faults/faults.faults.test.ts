import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type CallRecord, Client } from '../../demo/client.ts';
import { apply, runJourney, type Stage, type Verified } from '../../demo/journey.ts';
import { verifyChain } from '../../demo/steps/proof.ts';
import { operatorSessions } from '../../demo/steps/sign-in.ts';
import { expectedCounts, journeyEffects } from '../journey-effects.ts';
import { type Platform, startPlatform } from '../platform.ts';
import { type Fault, faults } from './faults.ts';
import { breaches } from './invariants.ts';
import { type Random, seededRandom } from './random.ts';
import { mountSmallDisks } from './small-disk.ts';

const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000);
const minutes = Number(process.env.FAULTS_MINUTES ?? 10);
const only = process.env.FAULTS_ONLY ?? '';

const selected = faults.filter(({ name }) => name.includes(only));

test(
  `F1 F2 F3 F6 F7 F8 L3 no acknowledged write is lost or doubled, and all invariants hold, seed ${seed}`,
  async () => {
    const random = seededRandom(seed);
    await using platform = await startPlatform({}, mountSmallDisks);
    const journal = openJournal(platform);
    const fired = new Map<string, number>();
    const ends = Date.now() + minutes * 60_000;

    for (let round = 0; round === 0 || Date.now() < ends; round++)
      for (const fault of random.shuffle(selected)) {
        if (round > 0 && Date.now() > ends) break;
        const started = Date.now();
        print(`${fault.promise} ${fault.name}`);
        await injectDuringWork(fault, { platform, random, journal });
        fired.set(fault.name, (fired.get(fault.name) ?? 0) + 1);
        await platform.settled();
        const { lost, doubled } = await journal.compare();
        const broken = await breaches(platform);
        const seconds = Math.round((Date.now() - started) / 1000);
        print(
          `   ${journal.acknowledged()} writes acknowledged so far, ` +
            `${lost.length} lost, ${doubled.length} doubled, ${broken.length} invariants broken (${seconds} s)`,
        );
        expect({ fault: fault.name, seed, lost, doubled, broken }).toEqual({
          fault: fault.name,
          seed,
          lost: [],
          doubled: [],
          broken: [],
        });
      }

    print(
      `seed ${seed}: ${[...fired.values()].reduce((sum, count) => sum + count, 0)} faults of ${fired.size} kinds fired`,
    );
    expect(selected.filter(({ name }) => !fired.has(name))).toEqual([]);
    expect(await verifyChain(platform.dataDir)).toMatch(/chain holds/);
  },
  (minutes * 3 + 20) * 60_000,
);

type Journal = ReturnType<typeof openJournal>;

/** Kills at a random moment while two applicants upload evidence, and a third provider is verified and published. */
async function injectDuringWork(
  fault: Fault,
  { platform, random, journal }: { platform: Platform; random: Random; journal: Journal },
): Promise<void> {
  await platform.resetCodeLimits();
  const moment = journal.after(random.between(3, 75));
  const work = Promise.all([settled(journal.apply()), settled(journal.apply()), settled(journal.publish())]);
  await Promise.race([moment, work, delay(20_000)]);
  await fault.inject({ platform, random });
  const [first, second, published] = await work;
  for (const applied of [first, second, published]) if (applied) await expectOnce(platform, applied);
  if (!published) return;
  const effects = journeyEffects(platform.rows, platform.dataDir);
  await platform.settled();
  expect(await effects.countsOf(published)).toEqual(expectedCounts(published));
}

/** Undefined if the fault ended the work in a way that users must expect. */
async function settled<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return work.catch((error: Error) => {
    if (!isInterrupted(error)) throw error;
    print(`   somebody gave up: ${error.message.split('\n', 1)}`);
    return undefined;
  });
}

/**
 * An applicant waits 45 s for a consequence; whether it arrives at all, `settled` decides. A code and a
 * refresh token work once (promises A1, A3), so who loses their response has to sign in again; who asks
 * for several codes meets the limit of promise A6.
 */
function isInterrupted({ message }: Error): boolean {
  return /^Timed out|^401 |got 401|^429 |^The refresh token was refused/.test(message);
}

/** Records the mutations that the platform acknowledged. */
function openJournal(platform: Platform) {
  const requestIds: string[] = [];
  let waiting: { left: number; resolve: () => void } | undefined;
  const record = ({ method, path, status, requestId }: CallRecord) => {
    if (method !== 'GET' && status < 300 && path.startsWith('/')) requestIds.push(requestId);
    if (waiting && --waiting.left === 0) waiting.resolve();
  };
  const client = new Client(platform.url, record, { retryMs: 60_000 });
  const stage: Stage = {
    client,
    operator: operatorSessions(client),
    step: (_number, _title, run) => run(),
    note: () => {},
  };
  return {
    apply: () => apply(stage),
    publish: () => runJourney(stage),
    acknowledged: () => requestIds.length,
    after(responses: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting = { left: responses, resolve };
      return promise;
    },
    async compare(): Promise<{ lost: string[]; doubled: string[] }> {
      const rows = await platform.rows<{ id: string; entries: string[] }>(
        'operations',
        `select body ->> 'requestId' as id, array_agg(concat_ws(' ', body ->> 'action', body ->> 'outcome')) as entries
         from (select entry::jsonb as body from audit_entry) audited where body ->> 'requestId' = any($1) group by 1`,
        [requestIds],
      );
      const known = new Set(rows.map(({ id }) => id));
      return {
        lost: requestIds.filter((id) => !known.has(id)),
        doubled: rows
          .filter(({ entries }) => entries.length > 1 && !entries.every(isRepeatable))
          .map(({ id, entries }) => `${id}: ${entries}`),
      };
    },
  };
}

/** A PUT or DELETE repeated after a lost response is audited again and changes nothing; `expectOnce` counts effects. */
const isRepeatable = (entry: string) => /^(put|delete)/.test(entry);

async function expectOnce(platform: Platform, { provider, case: opened }: Verified): Promise<void> {
  const count = async (service: 'provider' | 'evidence' | 'verification', from: string) => {
    const [row] = await platform.rows<{ count: number }>(service, `select count(*)::int as count from ${from}`, [
      provider.id,
    ]);
    return row?.count;
  };
  const documents = opened.requirements.length;
  expect({
    selections: await count('provider', 'service_selection where provider_id = $1'),
    cases: await count('verification', 'verification_case where provider_id = $1'),
    intents: await count('evidence', `upload_intent where provider_id = $1 and state = 'submitted'`),
    versions: await count(
      'evidence',
      'evidence_version v join evidence_item i on i.id = v.evidence_id where i.provider_id = $1',
    ),
  }).toEqual({ selections: 1, cases: 1, intents: documents, versions: documents });
}

function print(line: string): void {
  process.stdout.write(`  ${line}\n`);
}
