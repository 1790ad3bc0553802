import { randomUUID } from 'node:crypto';
import { personErased } from '@trust/contracts/events/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner, type Owner } from '../../test/make.ts';
import { type ProviderService, startProvider } from '../../test/service.ts';
import { nameSealer, openName } from './names.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const sealFor = ({ id }: Owner, nameId: string, text: string) =>
  service.db.transact(async (trx) => (await nameSealer(trx, service.app, id)).seal(nameId, text));

async function open({ id }: Owner, nameId: string, sealed: Buffer): Promise<string | null> {
  const key = await service.db.selectFrom('name_key').select('wrapped').where('owner_id', '=', id).execute();
  return openName(service.app, { ownerId: id, wrapped: key[0]?.wrapped ?? null }, nameId, sealed);
}

test('a sealed name opens with the key of its provider and its own id only', async () => {
  const [owner, other] = [await makeOwner(service), await makeOwner(service)];
  const nameId = randomUUID();
  const sealed = await sealFor(owner, nameId, 'Électricité Martin');
  await sealFor(other, nameId, 'Another name');
  expect(sealed.includes('Martin')).toBe(false);
  expect(await open(owner, nameId, sealed)).toBe('Électricité Martin');
  expect(await open(owner, randomUUID(), sealed)).toBe(null);
  expect(await open(other, nameId, sealed)).toBe(null);
});

test('names of a provider are sealed under one key', async () => {
  const owner = await makeOwner(service);
  const [first, second] = [randomUUID(), randomUUID()];
  const sealed = [await sealFor(owner, first, 'First'), await sealFor(owner, second, 'Second')] as const;
  expect([await open(owner, first, sealed[0]), await open(owner, second, sealed[1])]).toEqual(['First', 'Second']);
});

test('P2 a sealed name of an individual cannot be opened after the erasure of the person', async () => {
  const nameId = randomUUID();
  const erase = async (kind: string) => {
    const owner = await makeOwner(service, { kind });
    const sealed = await sealFor(owner, nameId, 'Jeanne Martin');
    const erasedAt = service.clock.now.toISOString();
    await service.deliver(personErased, { userId: owner.actor.userId, contacts: [], erasedAt });
    return open(owner, nameId, sealed);
  };
  expect(await erase('individual')).toBe(null);
  expect(await erase('organisation')).toBe('Jeanne Martin');
});
