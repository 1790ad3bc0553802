import { operatorChanged } from '@trust/contracts/events/identity';
import { type OperatorRole, operatorPermissions } from '@trust/contracts/permissions';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Identity, member, newAddress, startIdentity } from '../../../test/service.ts';
import { changeRole } from '../roles/change-role.ts';

let identity: Identity;
beforeEach(async () => {
  identity = await startIdentity({ connections: 8 });
  identity.app.passkeys = { ...identity.app.passkeys, areRequired: false };
});
afterEach(() => identity[Symbol.asyncDispose]());

const reason = 'She leads the review team from Monday.';
const path = '/operations/role-requests';

async function makeOperator(role: OperatorRole, workName: string) {
  const identifier = newAddress();
  await changeRole(identity.app, { action: 'grant', identifier, role, workName }, identity.clock.now);
  const { actor } = await member(identity, identifier);
  return { ...actor, permissions: [...operatorPermissions[role]] };
}
const refused = (code: string) => ({ status: 400, body: { errors: [{ field: 'workName', code }] } });
const conflict = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };
const announced = async (userId: string) =>
  (await identity.emitted(operatorChanged)).filter((payload) => payload.userId === userId);

test('T9 a first role comes with a work name of no other operator, which stays and which an erasure ends', async () => {
  const security = await makeOperator('security', 'Security Owl');
  const approvers = [await makeOperator('supervisor', 'Heron'), await makeOperator('supervisor', 'Teal')];
  const { actor } = await member(identity);
  const ask = (body: object) =>
    identity.post(path, { actor: security, body: { userId: actor.userId, role: 'reviewer', reason, ...body } });
  expect(await ask({})).toMatchObject(refused('required'));
  expect(await ask({ workName: 'A' })).toMatchObject(refused('too_small'));
  expect(await ask({ workName: 'A'.repeat(41) })).toMatchObject(refused('too_big'));
  for (const workName of [
    'Lark\u0007',
    'Lark\u202e',
    'Lark\u200b',
    '✔ Lark',
    'Lark\nOwl',
    'Lark\u0000',
    'Lаrk',
    '..',
    'Lark.',
    'Lark  Owl',
  ])
    expect(await ask({ workName })).toMatchObject(refused('invalid_characters'));
  expect(await ask({ workName: 'Former Operator' })).toMatchObject(refused('invalid_value'));
  const same = ['security OWL', 'ＳＥＣＵＲＩＴＹ Owl', 'Security-Owl', 'Securlty 0wl', 'SecurityOwl', 'Sécurity Owl'];
  for (const workName of same) expect(await ask({ workName })).toMatchObject(conflict);
  for (const workName of ['Security Oul', 'Security Ovl', 'Security Ovvl', 'Secvrity Owl', 'Secwrity Owl'])
    expect(await ask({ workName })).toMatchObject(conflict);
  const asked = await ask({ workName: ' Lark ' });
  expect(asked).toMatchObject({ status: 200, body: { workName: 'Lark' } });
  for (const approver of approvers)
    await identity.post(`${path}/${asked.body.id}/approvals`, {
      actor: approver,
      body: { decision: 'approve', reason },
    });
  expect(await announced(actor.userId)).toMatchObject([
    { workName: 'Lark', permissions: [...operatorPermissions.reviewer] },
  ]);
  expect(await ask({ role: 'decider', workName: 'Robin' })).toMatchObject(refused('not_allowed'));
  expect(await ask({ role: 'decider' })).toMatchObject({ status: 200, body: { workName: null } });

  const { items } = (await identity.get('/operations/operators?role=reviewer', { actor: security })).body;
  expect(items).toMatchObject([{ id: actor.userId, workName: 'Lark' }]);
  expect((await identity.delete('/account', { actor })).status).toBe(204);
  expect((await announced(actor.userId)).at(-1)).toMatchObject({ workName: null, permissions: [] });
});

test('T9 letters that imitate a to z make no work name, and those with accents make the same name', async () => {
  const security = await makeOperator('security', 'Supervisor Teal');
  await makeOperator('supervisor', 'Solange Odessa');
  const { userId: refusedId } = (await member(identity)).actor;
  const ask = (workName: string, userId = refusedId) =>
    identity.post(path, { actor: security, body: { userId, role: 'reviewer', reason, workName } });
  for (const workName of [
    'Superᴠisor Teal',
    'Supervisᴏr Teal',
    'Supervisor Teɑl',
    'ꜱuperviꜱor Teal',
    'Supervɩsor Teal',
    'Supervisor Teaꞁ',
    'Supꬲrvisor Tꬲal',
    'Supervisor Teaǀ',
    'Supervisor ɐ',
  ])
    expect(await ask(workName), workName).toMatchObject(refused('invalid_characters'));
  for (const workName of [
    'Supervisør Teal',
    'SUPERVISØR TEAL',
    'Supervisor Teał',
    'Ŝupervisor Teal',
    'Supervisor Teaı',
  ])
    expect(await ask(workName), workName).toMatchObject(conflict);
  for (const workName of ['Solange Odeßa', 'SOLANGE ODEẞA', 'Solange Ođessa', 'Solange OÐESSA', 'Søłange Oðessa'])
    expect(await ask(workName), workName).toMatchObject(conflict);
  for (const workName of ['former 0perator', 'Førmer Operator'])
    expect(await ask(workName)).toMatchObject(refused('invalid_value'));
  for (const workName of ['Ægir', 'Cœur', 'Łukasz Ħ', 'Zoë Weiß', 'Đorđe']) {
    const { userId } = (await member(identity)).actor;
    expect((await ask(workName, userId)).status, workName).toBe(200);
  }
});

test('T9 every letter that has no a to z within it counts as one or two of them', async () => {
  const key = async (name: string) =>
    (await sql<{ key: string }>`select work_name_key(${name}) as key`.execute(identity.db)).rows[0]?.key;
  for (const [letter, plain] of Object.entries({
    æ: 'ae',
    œ: 'oe',
    ß: 'ss',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    ħ: 'h',
    ŧ: 't',
  }))
    for (const name of [letter, letter === 'ß' ? 'ẞ' : letter.toUpperCase()])
      expect(await key(`x${name}y`), name).toBe(await key(`x${plain}y`));
});

test('P2 an erasure ends the work name in requests of the person, which nobody writes again', async () => {
  const security = await makeOperator('security', 'Security Owl');
  const ask = async (workName: string) => {
    const { actor } = await member(identity);
    const body = { userId: actor.userId, role: 'reviewer', reason, workName };
    const { id } = (await identity.post(path, { actor: security, body })).body;
    return { actor, id: id as string };
  };
  const [erased, other] = [await ask('Lark'), await ask('Robin')];
  expect((await identity.delete('/account', { actor: erased.actor })).status).toBe(204);
  const rows = await identity.db.selectFrom('role_request').select(['id', 'work_name']).execute();
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.work_name;
  expect([nameOf(erased.id), nameOf(other.id)]).toEqual([null, 'Robin']);
  for (const { id } of [erased, other])
    await expect(
      sql`update role_request set work_name = 'Wren' where id = ${id}`.execute(identity.db),
    ).rejects.toMatchObject({ code: '23001' });
});

test('T9 of two requests with one work name the first granted gets it', async () => {
  const security = await makeOperator('security', 'Security Owl');
  const approvers = [await makeOperator('supervisor', 'Heron'), await makeOperator('supervisor', 'Teal')];
  const requests = [];
  for (const workName of ['Lark', 'LARK']) {
    const { actor } = await member(identity);
    const body = { userId: actor.userId, role: 'reviewer', reason, workName };
    requests.push((await identity.post(path, { actor: security, body })).body.id);
  }
  const answers = [];
  for (const id of requests)
    for (const actor of approvers)
      answers.push(await identity.post(`${path}/${id}/approvals`, { actor, body: { decision: 'approve', reason } }));
  expect(answers).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }, conflict]);
});

test('T9 a further role changes no work name', async () => {
  const identifier = newAddress();
  for (const [role, workName] of [
    ['reviewer', 'Lark'],
    ['decider', 'Robin'],
  ] as const)
    await changeRole(identity.app, { action: 'grant', identifier, role, workName }, identity.clock.now);
  expect((await identity.emitted(operatorChanged)).map(({ workName }) => workName)).toEqual(['Lark', 'Lark']);
});

test('T9 the end of the last role keeps the work name, so that nobody gets it later', async () => {
  const identifier = newAddress();
  const change = (action: 'grant' | 'revoke', of = identifier) =>
    changeRole(identity.app, { action, identifier: of, role: 'reviewer', workName: 'Lark' }, identity.clock.now);
  await change('grant');
  await change('revoke');
  await expect(change('grant', newAddress())).rejects.toMatchObject({ slug: 'state-conflict' });
  expect((await identity.emitted(operatorChanged)).map(({ workName }) => workName)).toEqual(['Lark', 'Lark']);
});

test('requests of roles name who asked for them and who approved', async () => {
  const security = await makeOperator('security', 'Owl');
  const heron = await makeOperator('supervisor', 'Heron');
  const { actor } = await member(identity);
  const body = { userId: actor.userId, role: 'reviewer', reason, workName: 'Lark' };
  const asked = await identity.post(path, { actor: security, body });
  expect(asked).toMatchObject({ status: 200, body: { requesterId: security.userId, requesterName: 'Owl' } });
  expect(
    await identity.post(`${path}/${asked.body.id}/approvals`, { actor: heron, body: { decision: 'approve', reason } }),
  ).toMatchObject({ body: { approvals: [{ approverId: heron.userId, approverName: 'Heron' }] } });
});
