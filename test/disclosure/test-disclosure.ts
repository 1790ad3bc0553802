import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../demo/client.ts';
import { type ActorName, actorNames } from '../authorization/actors.ts';
import type { World } from '../authorization/world.ts';
import { type Canary, storedCanaries, unstoredCanaries } from './canaries.ts';
import { resetRateLimits, sendCanaryRequests } from './canary-requests.ts';
import { canaryText } from './canary-values.ts';
import { type Collector, spanAttributesIn } from './collector.ts';
import { classifiedServices, privateColumns, searchedServices } from './columns.ts';
import { crawl, operationsWithoutSuccess } from './crawl.ts';
import { events, findMissingEvents, logs } from './logs-and-streams.ts';
import { type RecordedResponse, RecordingClient } from './recording-client.ts';
import { Search } from './search.ts';
import { provokeServerRefusals, refusals } from './server-refusals.ts';
import { freeTexts, type TypedText } from './typed-texts.ts';

/** Every attribute is one more place for personal data: add one here only with values from a fixed list, or an id. */
const spanAttributes = [
  'db.query.text',
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'trust.event.delivery',
  'trust.event.stored_at',
  'trust.request.id',
];

/** D1, E9 and P3: fills private fields, then searches all that leaves the platform for them. */
export function testDisclosure(world: () => World, collector: () => Collector, typed: TypedText[]): void {
  let answers: RecordedResponse[];
  let canaries: Canary[];
  let search: Search;

  describe('D1 forbidden fields never leave', () => {
    beforeAll(async () => {
      const client = new RecordingClient(world());
      const handedOut = await sendCanaryRequests(world(), client);
      await crawl(world(), client);
      await world().platform.settled();
      const stored = await storedCanaries(world().platform, await idOfOther(world()));
      canaries = [...stored, ...unstoredCanaries(world(), handedOut)];
      // Last, because earlier requests need an actor without a provider.
      await createDraftProvider(world(), client);
      typed.push(...client.typed);
      answers = client.seen;
      search = new Search(canaries, await ownValuesByActor(world()));
    }, 180_000);

    test('each operation of the classified services succeeds at least once; each private column has a value', () => {
      expect(operationsWithoutSuccess(classifiedServices, answers)).toEqual([]);
      const filled = new Set(canaries.flatMap(({ columns }) => columns));
      const all = searchedServices.flatMap((service) =>
        privateColumns(service).map(({ table, column }) => `${service}.${table}.${column}`),
      );
      expect(all.filter((name) => !filled.has(name))).toEqual([]);
    });

    test('P2 a text is in every field in which a representative or a customer can write sentences', () => {
      const filled = new Set(typed.map(({ field }) => field));
      expect(freeTexts().filter((field) => !filled.has(field))).toEqual([]);
    });

    test('D1 no response, problems included, shows a private value to an actor without a rule in allowed.ts', () => {
      expect(search.outside(answers)).toEqual([]);
    });

    test('E9 events contain only ids and public facts', async () => {
      const dump = await eventually('all events in the dump', async () => {
        const found = events(world().platform);
        return (await findMissingEvents(found, world().platform)).length === 0 ? found : undefined;
      });
      expect(search.outside(dump)).toEqual([]);
    });

    test("P3 no log contains a private value, Postgres' and NATS' included", async () => {
      await provokeServerRefusals(world());
      const ends = classifiedServices.map((service) => lastOf(service, answers));
      const all = await eventually('the ends of the logs', async () => {
        const found = logs(world().platform);
        const isWhole = ends.every((end) => found.some(({ text }) => text.includes(end)));
        return isWhole && logsRefusals(found) ? found : undefined;
      });
      expect(search.outside(all)).toEqual([]);
    });

    test('P3 no span and no metric contains a private value', async () => {
      const { sent } = collector();
      const begun = sent.length;
      const isWhole = (service: string) =>
        sent.slice(begun).some(({ place }) => place === `metrics of ${service}`) &&
        sent.some(({ place, text }) => place === `spans of ${service}` && text.includes(lastTraceOf(service, answers)));
      await eventually('the last spans, and metrics since', async () => classifiedServices.every(isWhole) || undefined);
      expect(search.outside(sent)).toEqual([]);
    });

    test('P3 spans have only the declared attributes, and the value of each was searched', () => {
      expect([...spanAttributesIn(collector().sent)].sort()).toEqual(spanAttributes);
    });

    test('every rule of test/disclosure/allowed.ts is used', () => {
      expect(search.unusedRules()).toEqual([]);
    });
  });
}

async function idOfOther({ platform }: World): Promise<string> {
  const query = `select id from provider where display_name = 'Another'`;
  const [other] = await platform.rows<{ id: string }>('provider', query);
  return other?.id ?? '';
}

async function createDraftProvider(world: World, client: RecordingClient): Promise<void> {
  await resetRateLimits(world);
  const body = { displayName: canaryText('draft'), kind: 'individual', operatingModel: 'remote' };
  await client.expect(201, 'POST', '/providers', { as: world.sessions.ended, body });
}

async function ownValuesByActor({ client, sessions }: World): Promise<Map<ActorName, Set<string>>> {
  const entries = actorNames.map(async (name): Promise<[ActorName, Set<string>]> => {
    const { body } = await client.call<{ id?: string }>('GET', '/account/profile', { as: sessions[name] });
    return [name, new Set([body.id ?? '', sessions[name]?.identifier ?? ''])];
  });
  return new Map(await Promise.all(entries));
}

function logsRefusals(found: ReturnType<typeof logs>): boolean {
  return Object.entries(refusals).every(([file, messages]) => {
    const log = found.find(({ place }) => place === `log ${file}`);
    return messages.every((message) => log?.text.includes(message));
  });
}

function lastOf(service: string, answers: readonly RecordedResponse[]): string {
  return answers.findLast((one) => one.service === service && one.status < 300)?.requestId ?? 'none';
}

function lastTraceOf(service: string, answers: readonly RecordedResponse[]): string {
  return answers.findLast((one) => one.service === service && one.status < 300 && one.traceId)?.traceId ?? 'none';
}
