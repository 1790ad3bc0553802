import { eventually, type Session } from '../../demo/client.ts';
import type { Published } from '../../demo/journey.ts';
import { newPhoneNumber, signIn } from '../../demo/steps/sign-in.ts';
import type { Journey } from './journey.ts';

export type Effect = {
  kind: 'suspend_provider_listing' | 'withhold_claim' | 'freeze_case' | 'revoke_sessions';
  targetId: string;
  /** As seen through the gateway. */
  isInForce: () => Promise<boolean>;
};

const reason = 'To see where an emergency action arrives.';

/** Each kind, on the published provider or on a new person, seen in the service that owns the target. */
export async function emergencyEffects({ client, stage }: Journey, published: Published): Promise<Effect[]> {
  const triage = await stage.operator('triage');
  const path = `/public/providers/${published.provider.publicProviderId}/claims`;
  const claimId = published.claims.at(-1)?.claimId ?? '';
  const [person, userId] = await newPerson({ client });
  return [
    {
      kind: 'suspend_provider_listing',
      targetId: published.provider.id,
      isInForce: async () => (await client.call('GET', path)).status === 404,
    },
    {
      kind: 'withhold_claim',
      targetId: claimId,
      isInForce: async () => {
        const { body } = await client.expect<{ items: { claimId: string }[] }>(200, 'GET', path);
        return body.items.every((card) => card.claimId !== claimId);
      },
    },
    {
      kind: 'freeze_case',
      targetId: published.case.id,
      isInForce: async () => {
        const release = `/verification-cases/${published.case.id}/release`;
        const body = { duty: 'review', reason };
        const answer = await client.expectOneOf<{ detail: string }>([400, 409], 'POST', release, { as: triage, body });
        return answer.body.detail.startsWith('An emergency action freezes');
      },
    },
    {
      kind: 'revoke_sessions',
      targetId: userId,
      isInForce: async () => (await client.call('GET', '/account/profile', { as: person })).status === 401,
    },
  ];
}

/** Operations accepts accounts that it has seen in the audit log. */
async function newPerson({ client }: Pick<Journey, 'client'>): Promise<[Session, string]> {
  const person = await signIn(client, newPhoneNumber());
  const { body } = await client.expect<{ id: string }>(200, 'GET', '/account/profile', { as: person });
  return [person, body.id];
}

/** Returns the id of the action, once operations has heard of the target. */
export function takeAction({ client }: Journey, as: Session, { kind, targetId }: Effect): Promise<string> {
  return eventually(`operations knows the target of ${kind}`, async () => {
    const body = { kind, targetId, reason };
    const answer = await client.expectOneOf<{ id: string }>([201, 404], 'POST', '/operations/emergency-actions', {
      as,
      body,
    });
    return answer.status === 201 ? answer.body.id : undefined;
  });
}

export async function liftAction({ client }: Journey, as: Session, actionId: string): Promise<void> {
  await client.expect(200, 'POST', `/operations/emergency-actions/${actionId}/lift`, { as, body: { reason } });
}

/** Before it the same person does not take the action on this target again. */
export async function justifyAction({ client }: Journey, as: Session, actionId: string): Promise<void> {
  const body = { outcome: 'justified', reason };
  await client.expect(200, 'POST', `/operations/emergency-actions/${actionId}/review`, { as, body });
}
