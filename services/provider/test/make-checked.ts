import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { claimSubjectEnded } from '@trust/contracts/events/claims';
import { invitationAccepted } from '@trust/contracts/events/representatives';
import { policies } from '@trust/contracts/policies';
import { person } from '@trust/service-testing/actors';
import { expect } from 'vitest';
import { inAYear, makeActive, makeClaim, nameBusiness, namePerson, type Owner, transition } from './make.ts';
import { type ProviderService, setGate } from './service.ts';

export const me = '/provider-workspace/me';
export const { version } = policies['public-name'];
export type Card = { type: string; checkedName: string | null };

/** What tests of checked claims do and read. `service` is asked at each use, because it starts after the helpers. */
export function checkedClaims(service: () => ProviderService) {
  const personOf = async (actor: Actor): Promise<string> => {
    const { provider } = (await service().get(me, { actor })).body;
    const { items } = (await service().get(`/providers/${provider.id}/claim-subjects`, { actor })).body;
    return items.find(({ about }: { about: string }) => about === 'person').id;
  };
  const agree = async (actor: Actor, form = 'full_name', subjectId?: string) => {
    const body = { subjectId: subjectId ?? (await personOf(actor)), form, version };
    return service().put(`${me}/responsible-person/public-name`, { actor, body });
  };

  /** A published provider with a current claim about its business and one about its person, who agreed. */
  async function makeChecked({ kind = 'organisation' } = {}) {
    const owner = await makeActive(service(), { kind });
    const business = await nameBusiness(service(), owner, 'Martin Électricité SARL');
    const responsible = await namePerson(service(), owner);
    expect((await agree(owner.actor)).status).toBe(200);
    const about = (subjectId: string, type: string) =>
      makeClaim(service(), owner.id, { subjectId, type, requirementKey: type, validUntil: inAYear() });
    const claims = {
      business: await about(business, 'business_registered'),
      person: await about(responsible, 'trade_qualification'),
    };
    await setGate(service(), 'open');
    expect((await transition(service(), owner.actor, owner.id, 'publish')).status).toBe(200);
    return { ...owner, business, responsible, claims };
  }

  const cardsOf = async ({ publicId }: Owner, query = '') =>
    (await service().get(`/public/providers/${publicId}/claims${query}`)).body.items.map(
      ({ type, checkedName }: Card) => [type, checkedName],
    );
  const verify = async (body: object) => (await service().post('/public/claims/verify', { body })).body;
  const verdict = async ({ claimId }: { claimId: string }) => {
    const { claims } = await verify({ claimId });
    return [claims[0].status, claims[0].reason, claims[0].checkedName];
  };
  const batch = async ({ claimId }: { claimId: string }) => {
    const { items } = (await service().post('/public/claims/verify-batch', { body: { items: [{ claimId }] } })).body;
    return [items[0].status, items[0].reason, items[0].checkedName];
  };
  const tokenOf = async ({ publicId }: Owner) =>
    (
      await service().get(`/public/providers/${publicId}/claims`, { headers: { accept: 'application/jwt' } })
    ).body.toString();
  const isFound = async ({ publicId }: Owner) =>
    (await service().get('/public/providers/search?category=electrician&limit=100')).body.items.some(
      ({ publicProviderId }: { publicProviderId: string }) => publicProviderId === publicId,
    );
  const endedOf = async ({ id }: Owner) =>
    (await service().emitted(claimSubjectEnded))
      .filter(({ providerId }) => providerId === id)
      .map(({ about, reason }) => [about, reason]);
  const assignmentOf = async ({ id, actor }: Owner) =>
    (await service().get(`/providers/${id}/representatives`, { actor })).body.items.find(
      ({ isOwn }: { isOwn: boolean }) => isOwn,
    ).id as string;
  const subjectsOf = async ({ id, actor }: Owner) =>
    (await service().get(`/providers/${id}/claim-subjects`, { actor })).body.items;

  async function addOwner({ id, actor }: Owner, role = 'owner'): Promise<Actor> {
    const invited = person();
    const body = { channel: 'email', identifier: `${randomUUID()}@example.org`, role };
    const sent = await service().post(`/providers/${id}/representatives`, { actor, body });
    expect(sent.status).toBe(201);
    const occurredAt = service().clock.now.toISOString();
    await service().deliver(invitationAccepted, { invitationId: sent.body.id, userId: invited.userId, occurredAt });
    return invited;
  }

  return {
    agree,
    makeChecked,
    cardsOf,
    verify,
    verdict,
    batch,
    tokenOf,
    isFound,
    endedOf,
    assignmentOf,
    subjectsOf,
    addOwner,
  };
}
