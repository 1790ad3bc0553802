import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallRecord } from '../../demo/client.ts';
import type { Published, Stage } from '../../demo/journey.ts';
import { waitForAuditEntries } from '../../demo/steps/proof.ts';
import { serviceDatabases } from '../../deploy/local/services.ts';
import { expectedCounts, journeyEffects } from '../journey-effects.ts';
import { waitUntilSettled } from '../settled.ts';
import { fieldsOf } from './fields.ts';
import type { SkewStack } from './stack.ts';

/**
 * Runs the main journey with the demo of one version, then checks the effects. Returns the fields that the demo read.
 * Throws with the step and with parked events, which name the cause when a step waits in vain.
 */
export async function playAndCheck(stack: SkewStack, demoRoot: string): Promise<Set<string>> {
  let step = 'before the journey';
  try {
    // The limits count all journeys together, because they share one address.
    await stack.rows('identity', 'delete from rate_limit');
    await stack.rows('identity', "update challenge set created_at = created_at - interval '10 minutes'");
    const calls: CallRecord[] = [];
    const published = await runJourney(stack, demoRoot, calls, (title) => {
      step = title;
    });
    step = 'checks after the journey';
    await check(stack, published, calls);
    const { provider, case: opened, claims, timeline } = published;
    return fieldsOf({ provider, case: opened, claims, timeline });
  } catch (error) {
    const parked = await parkedEvents(stack).catch(() => []);
    throw new Error([`${step}: ${error instanceof Error ? error.message : String(error)}`, ...parked].join('\n'), {
      cause: error,
    });
  }
}

async function runJourney(
  stack: SkewStack,
  demoRoot: string,
  calls: CallRecord[],
  onStep: (title: string) => void,
): Promise<Published> {
  const { Client }: typeof import('../../demo/client.ts') = await import(join(demoRoot, 'demo/client.ts'));
  const { runJourney: run }: typeof import('../../demo/journey.ts') = await import(join(demoRoot, 'demo/journey.ts'));
  const { operatorSessions }: typeof import('../../demo/steps/sign-in.ts') = await import(
    join(demoRoot, 'demo/steps/sign-in.ts')
  );
  // A busy machine may answer 503; the client retries those.
  const client = new Client(stack.url, (call) => calls.push(call), { retryMs: 30_000 });
  const step: Stage['step'] = (number, title, work) => {
    onStep(`step ${number}, ${title}`);
    return work();
  };
  return run({ client, operator: operatorSessions(client), step, note: () => {} });
}

async function check(stack: SkewStack, published: Published, calls: CallRecord[]): Promise<void> {
  const failed = calls.filter(({ status }) => status === 500);
  deepStrictEqual(failed, [], 'Requests got 500.');
  await waitUntilSettled(stack.rows, stack.rootOf);
  const effects = journeyEffects(stack.rows, stack.dataDir);
  deepStrictEqual(await effects.countsOf(published), expectedCounts(published), 'Effects are lost or repeated.');
  const writes = calls.filter(({ method, status, path }) => method === 'POST' && status < 300 && path.startsWith('/'));
  const requestIds = writes.map(({ requestId }) => requestId);
  await waitForAuditEntries(stack.settings.services.operations.DATABASE_URL ?? '', requestIds);
  deepStrictEqual(
    await effects.entriesOf(requestIds),
    requestIds.map(() => 1),
    'A write has no audit entry, or two.',
  );
  await stack.runInService('operations', auditCommand(stack.rootOf('operations')), ['verify']);
}

/** Each version has the file elsewhere; its npm script says where. */
function auditCommand(root: string): string {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return String(scripts.audit.split(' ').at(-1));
}

async function parkedEvents(stack: SkewStack): Promise<string[]> {
  const lists = await Promise.all(
    serviceDatabases.map(async (service) => {
      const rows = await stack.rows<{ type: string; reason: string }>(
        service,
        'select distinct type, reason from dead_letter',
      );
      return rows.map(({ type, reason }) => `${service} parked ${type}: ${reason}`);
    }),
  );
  return lists.flat();
}
