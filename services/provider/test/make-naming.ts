import type { Actor } from '@trust/contracts/actor';
import { expect } from 'vitest';
import type { Owner } from './make.ts';
import { me } from './make-checked.ts';
import type { ProviderService } from './service.ts';

const path = `${me}/responsible-person`;

/** What tests of namings do and read. `service` is asked at each use, because it starts after the helpers. */
export function namings(service: () => ProviderService) {
  const read = (actor: Actor) => service().get(path, { actor });
  const waitingId = async (actor: Actor): Promise<string> => (await read(actor)).body.naming.id;

  async function assignmentIdOf({ id }: Owner, { userId }: Actor): Promise<string> {
    const row = await service()
      .db.selectFrom('representative')
      .select('id')
      .where('provider_id', '=', id)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    return row.id;
  }
  /** By the owner, as Rita. */
  async function nameAs(owner: Owner, person: Actor, endsClaimIds: string[] = [], familyName = 'Obernarr') {
    const representativeId = await assignmentIdOf(owner, person);
    const body = { representativeId, givenName: 'Rita', familyName, endsClaimIds };
    return service().put(path, { actor: owner.actor, body });
  }
  const accept = async (actor: Actor, namingId?: string) =>
    service().post(`${path}/acceptance`, { actor, body: { namingId: namingId ?? (await waitingId(actor)) } });
  /** Or withdraw, if it is the naming of somebody else. */
  const decline = (actor: Actor) => service().delete(`${path}/naming`, { actor });

  /** Returns the id of the subject. */
  async function nameAccepted(...naming: Parameters<typeof nameAs>): Promise<string> {
    expect((await nameAs(...naming)).status).toBe(200);
    const { status, body } = await accept(naming[1]);
    expect(status).toBe(200);
    return body.items.find(({ about }: { about: string }) => about === 'person').id;
  }
  return { accept, decline, nameAccepted, nameAs, read, waitingId };
}
