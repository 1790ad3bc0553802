import type { Actor } from '@trust/contracts/actor';
import { messageRequested, SealedMessage } from '@trust/contracts/events/identity';
import { compactDecrypt } from 'jose';
import type { z } from 'zod';
import { member, sealKey } from '../services/identity/test/service.ts';
import { makeOwner, type Owner } from '../services/provider/test/make.ts';
import type { IdentityAndProvider } from './identity-and-provider.ts';

export function inviting({ identity, provider, carry, pass }: IdentityAndProvider) {
  const pathOf = ({ id }: Owner) => `/providers/${id}/representatives`;
  const makeInviter = () => makeOwner(provider);
  const bodyFor = (identifier: string, role = 'manager') => ({
    channel: identifier.includes('@') ? 'email' : 'sms',
    identifier,
    role,
  });
  const invite = (owner: Owner, identifier: string, role?: string) =>
    provider.post(pathOf(owner), { actor: owner.actor, body: bodyFor(identifier, role) });
  const list = async (owner: Owner, actor = owner.actor) =>
    (await provider.get(pathOf(owner), { actor })).body.items as Record<string, string | null>[];
  const revoke = (owner: Owner, id: string) => provider.delete(`${pathOf(owner)}/${id}`, { actor: owner.actor });
  const workspaceOf = async (actor: Actor) => (await provider.get('/provider-workspace/me', { actor })).status;

  async function invited(owner: Owner, identifier: string, role?: string): Promise<string> {
    const { status, body } = await invite(owner, identifier, role);
    if (status !== 201) throw new Error(`Not invited: ${JSON.stringify(body)}`);
    await carry();
    return body.id;
  }

  async function signsIn(identifier: string) {
    pass(61);
    const { actor, accessToken } = await member(identity, identifier);
    await carry();
    return { actor, accessToken };
  }

  const answer = (actor: Actor, id: string, how: 'accept' | 'decline', displayName = 'Anna Martin') =>
    identity.post(`/account/invitations/${id}/${how}`, { actor, ...(how === 'accept' && { body: { displayName } }) });
  const invitationsTo = async (actor: Actor) =>
    (await identity.get('/account/invitations', { actor })).body.items as Record<string, string | null>[];

  async function accepts(actor: Actor, id: string, displayName?: string): Promise<void> {
    const { status, body } = await answer(actor, id, 'accept', displayName);
    if (status !== 200) throw new Error(`Not accepted: ${JSON.stringify(body)}`);
    await carry();
  }

  /** Signs in with the invited contact and accepts. */
  async function joins(identifier: string, id: string, displayName?: string) {
    const signedIn = await signsIn(identifier);
    await accepts(signedIn.actor, id, displayName);
    return signedIn;
  }

  async function messages(): Promise<z.output<typeof SealedMessage>[]> {
    const events = await identity.emitted(messageRequested);
    return Promise.all(
      events.map(async ({ sealed }) => {
        const { plaintext } = await compactDecrypt(sealed, sealKey);
        return SealedMessage.parse(JSON.parse(Buffer.from(plaintext).toString()));
      }),
    );
  }

  return {
    ...{ makeInviter, invite, list, revoke, workspaceOf, invited, signsIn, messages },
    ...{ answer, invitationsTo, accepts, joins },
  };
}
