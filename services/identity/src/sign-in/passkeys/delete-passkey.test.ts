import type { Actor } from '@trust/contracts/actor';
import { expect, test } from 'vitest';
import { operatorWithPasskey, passkeyActor, registerPasskey } from '../../../test/passkey-sessions.ts';
import { type Identity, startIdentity } from '../../../test/service.ts';
import { changeRole } from '../../operators/roles/change-role.ts';

const limits = { 'challenge-ip': 1000, 'verify-ip': 1000, 'privileged-operation': 1000, 'operator-sign-in': 1000 };
const remove = (identity: Identity, actor: Actor, passkeyId: string) =>
  identity.delete(`/account/passkeys/${passkeyId}`, { actor });
const passkeyRequired = { status: 401, body: { type: 'http://trust.test/problems/passkey-required' } };
const conflict = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };

async function strong(identity: Identity, role: Parameters<typeof operatorWithPasskey>[1]) {
  const operator = await operatorWithPasskey(identity, role);
  return {
    ...operator,
    ...(await passkeyActor(identity, operator.actor, operator.authenticator)),
    code: operator.actor,
  };
}

test('Z1 a code deletes no passkey of an operator who steps up with passkeys', async () => {
  await using identity = await startIdentity({ limits });
  const reviewer = await strong(identity, 'reviewer');
  expect(await remove(identity, reviewer.code, reviewer.passkeyId)).toMatchObject(passkeyRequired);
  expect((await remove(identity, reviewer.actor, reviewer.passkeyId)).status).toBe(204);
  const agent = await strong(identity, 'field-agent');
  expect((await remove(identity, agent.code, agent.passkeyId)).status).toBe(204);
  const optional = await strong(identity, 'reviewer');
  identity.app.passkeys = { ...identity.app.passkeys, areRequired: false };
  expect((await remove(identity, optional.code, optional.passkeyId)).status).toBe(204);
});

test('M3 the last operator who can use security keeps a passkey where one is required', async () => {
  await using identity = await startIdentity({ limits, connections: 4 });
  const one = await strong(identity, 'security');
  for (let supervisors = 0; supervisors < 3; supervisors += 1) await strong(identity, 'supervisor');
  expect(await remove(identity, one.actor, one.passkeyId)).toMatchObject(conflict);
  const second = await registerPasskey(identity, one.actor);
  expect((await remove(identity, one.actor, second.response.body.id)).status).toBe(204);

  const two = await strong(identity, 'security');
  const atOnce = await Promise.all([one, two].map(({ actor, passkeyId }) => remove(identity, actor, passkeyId)));
  expect(atOnce.map(({ status }) => status).sort()).toEqual([204, 409]);
  const last = atOnce[0]?.status === 409 ? one : two;
  identity.app.passkeys = { ...identity.app.passkeys, areRequired: false };
  expect((await remove(identity, last.actor, last.passkeyId)).status).toBe(204);
});

test('T5 the last passkey of one of the last three who can approve roles stays where passkeys are required', async () => {
  await using identity = await startIdentity({ limits, connections: 4 });
  const security = [await strong(identity, 'security'), await strong(identity, 'security')];
  const supervisor = await strong(identity, 'supervisor');
  const [one = supervisor] = security;
  expect(await remove(identity, supervisor.actor, supervisor.passkeyId)).toMatchObject({
    ...conflict,
    body: { detail: expect.stringContaining('Register another passkey first') },
  });
  await changeRole(
    identity.app,
    { action: 'grant', identifier: one.identifier, role: 'supervisor' },
    identity.clock.now,
  );
  expect(await remove(identity, one.actor, one.passkeyId)).toMatchObject(conflict);
  const reviewer = await strong(identity, 'reviewer');
  expect((await remove(identity, reviewer.actor, reviewer.passkeyId)).status).toBe(204);

  const second = await registerPasskey(identity, supervisor.actor);
  expect((await remove(identity, supervisor.actor, second.response.body.id)).status).toBe(204);
  const fourth = await strong(identity, 'supervisor');
  const atOnce = [supervisor, fourth].map(({ actor, passkeyId }) => remove(identity, actor, passkeyId));
  expect((await Promise.all(atOnce)).map(({ status }) => status).sort()).toEqual([204, 409]);
});
