import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { serviceSelected } from '@trust/contracts/events/provider';
import { representative } from '@trust/service-testing/actors';
import { type Kysely, sql } from 'kysely';
import type { MadeCase, makeIntent } from './make.ts';
import type { Evidence } from './service.ts';

export type Upload = Awaited<ReturnType<typeof makeIntent>>;
/** `owner`: for what the role of the service itself could not do. */
type Stage = { evidence: Evidence; owner: Kysely<unknown>; made: MadeCase; upload: Upload };

/** How one of the six conditions of confirmation comes to be broken, and what is then answered. */
export type Break = {
  name: string;
  condition: 1 | 2 | 3 | 4 | 5 | 6;
  /** Of 404 there is no code: whose session it is, is nobody else's business. */
  told: [number, string?];
  /** Somebody else confirms. */
  by?: (made: MadeCase) => Actor;
  change?: (stage: Stage) => Promise<unknown>;
};

/** In the order in which they are told. */
export const breaks: readonly Break[] = [
  { name: 'another provider', condition: 1, told: [404], by: () => representative(randomUUID()) },
  {
    name: 'a colleague',
    condition: 2,
    told: [400, 'session_creator'],
    by: ({ providerId }) => representative(providerId),
  },
  {
    name: 'another session of the intent',
    condition: 3,
    told: [400, 'intent_session'],
    change: async ({ evidence, made, upload }) => {
      await evidence.put(`${upload.path}/interrupted`, { actor: made.rep });
      await evidence.post(`${upload.path}/retry`, { actor: made.rep });
    },
  },
  {
    name: 'another requirement',
    condition: 3,
    told: [400, 'case_requirement'],
    change: ({ made }) => made.change({ requirementKeys: ['insurance'] }),
  },
  {
    name: 'a case that awaits nothing',
    condition: 4,
    told: [400, 'case_state'],
    change: ({ made }) => made.change({ state: 'in_review' }),
  },
  {
    name: 'a service version that is not current',
    condition: 5,
    told: [400, 'service_version'],
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
    told: [409, 'session_ended'],
    change: ({ evidence, made, upload }) => evidence.put(`${upload.path}/interrupted`, { actor: made.rep }),
  },
  {
    name: 'a session that has expired',
    condition: 6,
    told: [409, 'session_expired'],
    change: async ({ evidence }) => evidence.advanceClock(3600),
  },
  {
    name: 'an upload over the limit',
    condition: 6,
    told: [409, 'over_limit'],
    change: ({ owner, upload }) =>
      sql`update upload_session set size_limit_bytes = 1024 where id = ${upload.session.id}`.execute(owner),
  },
];

/** What is told of a later condition can be done to a session only before it ends: so the last ones first, but the clock. */
export function inOrderOfDoing(some: readonly Break[]): Break[] {
  const rank = ({ name }: Break) => (name.includes('over the limit') ? 0 : name.includes('has expired') ? 2 : 1);
  return [...some].sort((a, b) => rank(a) - rank(b));
}

/** The first of them, which is the one that is told. */
export function toldOf(some: readonly Break[]): [number, string?] {
  return breaks.find((one) => some.includes(one))?.told ?? [201];
}
