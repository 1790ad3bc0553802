import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { serviceSelected } from '@trust/contracts/events/provider';
import { representative } from '@trust/service-testing/actors';
import { type Kysely, sql } from 'kysely';
import type { MadeCase, makeIntent } from '../make.ts';
import type { Evidence } from '../service.ts';

export type Upload = Awaited<ReturnType<typeof makeIntent>>;
/** `owner`: for changes that the role of the service may not make. */
type Context = { evidence: Evidence; owner: Kysely<unknown>; made: MadeCase; upload: Upload };

export type BrokenCondition = {
  name: string;
  condition: 1 | 2 | 3 | 4 | 5 | 6;
  /** Status and code. 404 has no code, so that it does not disclose the session (promise D2). */
  expected: [number, string?];
  /** Where the intent, not the session, is named. */
  byIntent?: [number, string?];
  by?: (made: MadeCase) => Actor;
  change?: (context: Context) => Promise<unknown>;
};

/** In the order in which they are checked. */
export const brokenConditions: readonly BrokenCondition[] = [
  { name: 'another provider', condition: 1, expected: [404], by: () => representative(randomUUID()) },
  {
    name: 'a colleague',
    condition: 2,
    expected: [400, 'session_creator'],
    byIntent: [404],
    by: ({ providerId }) => representative(providerId),
  },
  {
    name: 'another session of the intent',
    condition: 3,
    expected: [400, 'intent_session'],
    change: async ({ evidence, made, upload }) => {
      await evidence.put(`${upload.path}/interrupted`, { actor: made.rep });
      await evidence.post(`${upload.path}/retry`, { actor: made.rep });
    },
  },
  {
    name: 'another requirement',
    condition: 3,
    expected: [400, 'case_requirement'],
    change: ({ made }) => made.change({ requirementKeys: ['insurance'] }),
  },
  {
    name: 'a case that awaits nothing',
    condition: 4,
    expected: [400, 'case_state'],
    change: ({ made }) => made.change({ state: 'in_review' }),
  },
  {
    name: 'a service version that is not current',
    condition: 5,
    expected: [400, 'service_version'],
    change: ({ evidence, made }) =>
      evidence.deliver(serviceSelected, {
        ...made.selection,
        selectionId: randomUUID(),
        requirementVersionId: randomUUID(),
      }),
  },
  {
    name: 'a session that was cancelled',
    condition: 6,
    expected: [409, 'session_ended'],
    change: ({ evidence, made, upload }) => evidence.put(`${upload.path}/interrupted`, { actor: made.rep }),
  },
  {
    name: 'a session that has expired',
    condition: 6,
    expected: [409, 'session_expired'],
    change: async ({ evidence }) => evidence.advanceClock(3600),
  },
  {
    name: 'an upload over the limit',
    condition: 6,
    expected: [409, 'over_limit'],
    change: ({ owner, upload }) =>
      sql`update upload_session set size_limit_bytes = 1024 where id = ${upload.session.id}`.execute(owner),
  },
];

/** Changes to a session come before those that end it; the clock comes last. */
export function inSetupOrder(conditions: readonly BrokenCondition[]): BrokenCondition[] {
  const rank = ({ name }: BrokenCondition) =>
    name.includes('over the limit') ? 0 : name.includes('has expired') ? 2 : 1;
  return [...conditions].sort((a, b) => rank(a) - rank(b));
}

export function expectedFor(conditions: readonly BrokenCondition[]): [number, string?] {
  return brokenConditions.find((one) => conditions.includes(one))?.expected ?? [201];
}
