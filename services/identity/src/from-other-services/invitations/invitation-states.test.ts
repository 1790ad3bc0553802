import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Identity, startIdentity } from '../../../test/service.ts';
import { type InvitationState, transitions } from './states.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity[Symbol.asyncDispose]());

test('M1 the database lists exactly the transitions of an invitation', async () => {
  const rows = await identity.db
    .selectFrom('allowed_transition')
    .select(['from_state', 'to_state'])
    .where('thing', '=', 'invitation')
    .execute();
  const listed = (Object.keys(transitions) as InvitationState[]).flatMap((from) =>
    transitions[from].map((to) => `${from} ${to}`),
  );
  expect(rows.map(({ from_state, to_state }) => `${from_state} ${to_state}`).sort()).toEqual(listed.sort());
});
