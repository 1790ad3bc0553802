import type { Actor } from '@trust/contracts/actor';
import { type OperatorRole, operatorRoles } from '@trust/contracts/permissions';
import { changeRole } from '../services/identity/src/operators/roles/change-role.ts';
import { newAddress, resolverOf } from '../services/identity/test/service.ts';
import { subscriptions } from '../services/operations/src/subscriptions.ts';
import { startOperations } from '../services/operations/test/service.ts';
import { carrier, startIdentityAndProvider } from './identity-and-provider.ts';
import { inviting } from './invitation-client.ts';

// Operators sign in for each request of a test.
const plenty = {
  'challenge-identity': 10_000,
  'challenge-day': 10_000,
  'challenge-known-day': 10_000,
  'operator-sign-in': 10_000,
  'member-sign-in': 10_000,
};

/** Identity, provider and operations with an operator of each role; `carryAll` delivers the events of the first two. */
export async function startDesk() {
  await using stack = new AsyncDisposableStack();
  const both = stack.use(await startIdentityAndProvider({ limits: plenty }));
  const operations = stack.use(await startOperations());
  operations.clock.now = both.identity.clock.now;
  const on = inviting(both);
  const fromIdentity = carrier(both.identity, operations, subscriptions);
  const fromProvider = carrier(both.provider, operations, subscriptions);
  const { actorOf } = await resolverOf(both.identity);
  const addresses = new Map<OperatorRole, string>();
  for (const role of operatorRoles) {
    const identifier = newAddress();
    addresses.set(role, identifier);
    await changeRole(both.identity.app, { action: 'grant', identifier, role }, both.identity.clock.now);
  }
  const kept = stack.move();

  async function carryAll(): Promise<void> {
    await both.carry();
    await fromIdentity();
    await fromProvider();
  }

  /** As the services see the person: with the permissions and assignments of the moment. */
  async function signsIn(identifier: string): Promise<Actor> {
    const { accessToken } = await on.signsIn(identifier);
    operations.clock.now = both.identity.clock.now;
    await carryAll();
    const actor = await actorOf(accessToken);
    if (!actor) throw new Error('No session.');
    const { userId, sessionId, authenticatedAt, permissions, assignments } = actor;
    return { userId, sessionId, authenticatedAt, permissions, assignments };
  }

  return {
    ...{ ...both, operations, on, carryAll, signsIn },
    addressOf: (role: OperatorRole) => addresses.get(role) ?? '',
    operator: (role: OperatorRole) => signsIn(addresses.get(role) ?? ''),
    pass(seconds: number) {
      both.pass(seconds);
      operations.clock.now = both.identity.clock.now;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

export type Desk = Awaited<ReturnType<typeof startDesk>>;
