import type { LimitOverrides } from '@trust/contracts/limits';
import { sql } from 'kysely';
import { subscriptions as identitysSubscriptions } from '../services/identity/src/subscriptions.ts';
import { contactHashSecret, invitationKey, startIdentity } from '../services/identity/test/service.ts';
import { subscriptions as providersSubscriptions } from '../services/provider/src/subscriptions.ts';
import { startProvider } from '../services/provider/test/service.ts';

type Identity = Awaited<ReturnType<typeof startIdentity>>;
type Provider = Awaited<ReturnType<typeof startProvider>>;
type Row = { place: string; id: string; type: string; payload: never };

/** One clock. `carry` delivers the events of each to the other, in order, until none is left. */
export async function startIdentityAndProvider({ limits: more = {} }: { limits?: LimitOverrides } = {}) {
  await using stack = new AsyncDisposableStack();
  const limits = {
    'challenge-ip': 10_000,
    'contact-point': 10_000,
    'verify-ip': 10_000,
    'sms-network': 10_000,
    ...more,
  };
  const identity = stack.use(await startIdentity({ connections: 10, limits }));
  const provider = stack.use(await startProvider({ connections: 20, invitationKey, contactHashSecret }));
  provider.clock.now = identity.clock.now;
  const toProvider = carrier(identity, provider, providersSubscriptions);
  const toIdentity = carrier(provider, identity, identitysSubscriptions);
  const kept = stack.move();
  return {
    identity,
    provider,
    pass(seconds: number) {
      identity.advanceClock(seconds);
      provider.clock.now = identity.clock.now;
    },
    async carry() {
      while ((await toIdentity()) + (await toProvider()) > 0);
    },
    pending: toProvider.pending,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

export type IdentityAndProvider = Awaited<ReturnType<typeof startIdentityAndProvider>>;

type Subscribed = readonly { type: { type: string } }[];

type Target = { deliver: (type: never, payload: never, id: string) => Promise<unknown> };

export function carrier(from: Identity | Provider, to: Target, subscriptions: Subscribed) {
  const types = new Map(subscriptions.map(({ type }) => [type.type, type]));
  let last = '0';
  const pending = async () => {
    const { rows } = await sql<Row>`select position::text as place, id, type, payload from outbox
      where position > ${last}::bigint order by position`.execute(from.db as never);
    last = rows.at(-1)?.place ?? last;
    return rows.flatMap(({ id, type, payload }) => {
      const taken = types.get(type);
      return taken ? [() => to.deliver(taken as never, payload as never, id)] : [];
    });
  };
  const carry = async () => {
    const waiting = await pending();
    for (const deliver of waiting) await deliver();
    return waiting.length;
  };
  return Object.assign(carry, { pending });
}
