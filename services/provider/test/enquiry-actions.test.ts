import type { Actor } from '@trust/contracts/actor';
import { personErased } from '@trust/contracts/events/identity';
import { operator } from '@trust/service-testing/actors';
import { compareActions } from '@trust/service-testing/compare-actions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makePublished, type Owner, transition } from './make.ts';
import { answer, makeEnquiry, makeInteraction, verifyContact } from './make-enquiry.ts';
import { type ProviderService, startProvider } from './service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

type Made = { owner: Owner; id: string; customer: Actor };

async function sent(): Promise<Made> {
  const owner = await makePublished(service);
  return { owner, ...(await makeEnquiry(service, owner)) };
}

async function moved(verb: string, body?: object): Promise<Made> {
  const made = await sent();
  expect((await answer(service, made.owner.actor, made.id, verb, body)).status).toBe(200);
  return made;
}

async function handedOff(): Promise<Made> {
  const owner = await makePublished(service);
  return { owner, ...(await makeInteraction(service, owner)) };
}

const situations: Record<string, () => Promise<Made>> = {
  sent,
  accepted: () => moved('accept'),
  'accepted, of a customer whose contact is gone': async () => {
    const made = await moved('accept');
    await verifyContact(service, made.customer, ['other@example.org']);
    return made;
  },
  'handed over': handedOff,
  declined: () => moved('decline', { reasonCode: 'no_capacity' }),
  closed: () => moved('close'),
  'full of messages': async () => {
    const made = await handedOff();
    await sql`insert into enquiry_message (id, enquiry_id, number, author, author_id, text, sent_at)
      select gen_random_uuid(), ${made.id}, number, 'customer', ${made.customer.userId}, 'Today?', now()
      from generate_series(2, 50) number`.execute(service.db);
    return made;
  },
  'accepted, of a customer who represented the provider before it was sent': async () => {
    const owner = await makePublished(service);
    const { actor: former } = await addRepresentative(service, owner.id, 'manager');
    const ended = service.clock.now;
    await sql`update representative set ended_at = ${ended} where user_id = ${former.userId}`.execute(service.db);
    service.advanceClock(60);
    const enquiry = await makeEnquiry(service, owner, former);
    expect((await answer(service, owner.actor, enquiry.id, 'accept')).status).toBe(200);
    return { owner, ...enquiry };
  },
  'expired without an answer': async () => {
    const made = await sent();
    service.advanceClock(8 * 86_400);
    return made;
  },
  'sent to a provider that operators suspended': async () => {
    const made = await sent();
    await transition(service, operator('supervisor'), made.owner.id, 'suspend');
    return made;
  },
  'handed over by a provider that operators suspended': async () => {
    const made = await handedOff();
    await transition(service, operator('supervisor'), made.owner.id, 'suspend');
    return made;
  },
  'of a customer who has erased the account': async () => {
    const made = await handedOff();
    const { userId } = made.customer;
    await service.deliver(personErased, { userId, contacts: [], erasedAt: service.clock.now.toISOString() });
    return made;
  },
};

const requests: Record<string, (id: string, actor: Actor) => ReturnType<typeof answer>> = {
  accept_enquiry: (id, actor) => answer(service, actor, id, 'accept'),
  decline_enquiry: (id, actor) => answer(service, actor, id, 'decline', { reasonCode: 'no_capacity' }),
  close_enquiry: (id, actor) => answer(service, actor, id, 'close'),
  send_message: (id, actor) => answer(service, actor, id, 'messages', { text: 'Tomorrow.' }),
  get_contact: (id, actor) => answer(service, actor, id, 'contact-handoff'),
  block_customer: (id, actor) => service.put(`/enquiries/${id}/customer-block`, { actor }),
  unblock_customer: (id, actor) => service.delete(`/enquiries/${id}/customer-block`, { actor }),
};

test.each(Object.entries(situations))(
  'T7 `actions` say what each request gets about an enquiry that is %s',
  async (_name, make) => {
    const started = service.clock.now;
    const { owner, id, customer } = await make();
    const people: Record<string, Actor> = {
      owner: owner.actor,
      contributor: (await addRepresentative(service, owner.id, 'contributor')).actor,
      customer,
    };
    await compareActions({
      db: service.db,
      people,
      readers: ['owner', 'customer'],
      async read(actor) {
        const { status, body } = await service.get(`/enquiries/${id}`, { actor });
        return status === 200 ? [body] : undefined;
      },
      async request(key, _thing, actor) {
        const send = requests[key];
        if (!send) throw new Error(`Add the request of the action ${key}.`);
        return () => send(id, actor);
      },
    });
    service.clock.now = started;
  },
);
