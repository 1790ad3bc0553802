import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import type { PayloadOf } from '@trust/contracts/event';
import { claimChanged } from '@trust/contracts/events/claims';
import { moderationDecided } from '@trust/contracts/events/operations';
import type { RepresentativeRole } from '@trust/contracts/permissions';
import type { NameDecisionReason } from '@trust/contracts/reasons/moderation-reasons';
import { person } from '@trust/service-testing/actors';
import { type ProviderService, setGate } from './service.ts';

export type Owner = { actor: Actor; id: string; publicId: string };
type Place = { latitude: number; longitude: number };

const lyon: Place = { latitude: 45.764, longitude: 4.8357 };

export async function makeOwner(service: ProviderService, body: Record<string, unknown> = {}): Promise<Owner> {
  const actor = person();
  const answer = await service.post('/providers', {
    actor,
    headers: { 'idempotency-key': randomUUID() },
    body: { displayName: 'Volta Électricité', kind: 'organisation', operatingModel: 'travels', ...body },
  });
  if (answer.status !== 201) throw new Error(`Not registered: ${JSON.stringify(answer.body)}`);
  return { actor, id: answer.body.id, publicId: answer.body.publicProviderId };
}

/** As if they had accepted an invitation. Claims do not end. */
export async function addRepresentative(service: ProviderService, providerId: string, role: RepresentativeRole) {
  const [actor, id] = [person(), randomUUID()];
  const row = { id, provider_id: providerId, user_id: actor.userId, role, assigned_at: service.clock.now };
  await service.db.insertInto('representative').values(row).execute();
  return {
    actor,
    remove: (by: Actor, endsClaimIds: string[] = []) => {
      const ending = endsClaimIds.map((claimId) => `?endsClaimIds=${claimId}`).join('');
      return service.delete(`/providers/${providerId}/representatives/${id}${ending}`, { actor: by });
    },
  };
}

export function squareAround({ latitude, longitude }: Place, degrees = 0.2) {
  const [west, east, south, north] = [longitude - degrees, longitude + degrees, latitude - degrees, latitude + degrees];
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}

/** Who has premises alone works there. */
function placeModel(location: Record<string, unknown>): 'travels' | 'premises' {
  return location.serviceArea ? 'travels' : 'premises';
}

export async function makeActive(
  service: ProviderService,
  {
    category = 'electrician',
    at = lyon,
    location = { serviceArea: squareAround(at) as unknown } as Record<string, unknown>,
    operatingModel = placeModel(location) as string,
    isNameAccepted = true,
    kind = 'organisation',
    displayName = 'Volta Électricité',
  } = {},
): Promise<Owner> {
  const owner = await makeOwner(service, { operatingModel, kind, displayName });
  const { actor } = owner;
  await service.patch('/provider-workspace/me/profile', { actor, body: { summary: 'Electrical work in Lyon.' } });
  await service.put(`/provider-workspace/me/services/${category}`, { actor });
  await service.put('/provider-workspace/me/location', { actor, body: location });
  const { body } = await service.get(`/providers/${owner.id}`, { actor });
  if (body.state !== 'active') throw new Error(`Not active: ${JSON.stringify(body)}`);
  if (isNameAccepted) await decideName(service, owner.id);
  return owner;
}

type Subject = { about: string; id: string };
const subjectId = (body: { items: Subject[] }, about: string) =>
  body.items.find((one) => one.about === about)?.id ?? '';

/** Returns the id of the registered name, which claims about the business name. */
export async function nameBusiness(service: ProviderService, { actor }: Owner, name: string): Promise<string> {
  const { body } = await service.put('/provider-workspace/me/registered-name', { actor, body: { name } });
  return subjectId(body, 'business');
}

/** Makes the owner the person responsible, as Claire Martin. */
export async function namePerson(
  service: ProviderService,
  { id, actor }: Owner,
  { familyName = 'Martin', ...more }: { familyName?: string; endsClaimIds?: string[] } = {},
): Promise<string> {
  const { items } = (await service.get(`/providers/${id}/representatives`, { actor })).body;
  const representativeId = items.find(({ isOwn }: { isOwn: boolean }) => isOwn).id;
  const { body } = await service.put('/provider-workspace/me/responsible-person', {
    actor,
    body: { representativeId, givenName: 'Claire', familyName, ...more },
  });
  return subjectId(body, 'person');
}

type Claim = PayloadOf<typeof claimChanged>;

export async function makeClaim(
  service: ProviderService,
  providerId: string,
  changes: Partial<Claim> = {},
): Promise<Claim> {
  const at = service.clock.now;
  const { validUntil = new Date(at.getTime() + 200 * 86_400_000).toISOString() } = changes;
  // A claim lasts a year at most, and the clock of the test may be years behind that of the database.
  const earliestStart = new Date(Date.parse(validUntil) - 365 * 86_400_000);
  const claim: Claim = {
    claimId: randomUUID(),
    decisionId: randomUUID(),
    caseId: randomUUID(),
    evidenceVersionId: randomUUID(),
    providerId,
    categoryKey: 'electrician',
    requirementKey: 'liability-insurance',
    type: 'liability_insurance',
    statement: { en: 'A liability insurance was in force.', fr: 'Une assurance était en vigueur.' },
    method: 'document_review',
    sourceKind: 'insurer_document',
    state: 'active',
    limitations: ['Does not cover work beyond the activities that the policy names.'],
    policyVersion: '2026-11',
    checkedOn: at.toISOString().slice(0, 10),
    validFrom: (earliestStart > at ? earliestStart : at).toISOString(),
    validUntil,
    occurredAt: at.toISOString(),
    ...changes,
  };
  await service.deliver(claimChanged, claim);
  return claim;
}

/** Decides about the name of the provider that waits. */
export async function decideName(
  service: ProviderService,
  providerId: string,
  outcome: 'approved' | 'refused' = 'approved',
  reasonCode: NameDecisionReason = outcome === 'approved' ? 'complies' : 'another_business',
): Promise<string> {
  const { id } = await service.db
    .selectFrom('display_name')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  const decision = { subjectId: id, kind: 'name' as const, round: 1, providerId, outcome, reasonCode };
  await service.deliver(moderationDecided, { ...decision, occurredAt: service.clock.now.toISOString() });
  return id;
}

export function transition(service: ProviderService, actor: Actor, providerId: string, name: string) {
  const body = { transition: name, reason: 'asked for by the tests' };
  return service.post(`/providers/${providerId}/transitions`, { actor, body });
}

export async function makePublished(
  service: ProviderService,
  options: Parameters<typeof makeActive>[1] = {},
): Promise<Owner> {
  const owner = await makeActive(service, options);
  // The database compares with its own clock, which is later than that of the test.
  await makeClaim(service, owner.id, { ...of(options.category), validUntil: inAYear() });
  await setGate(service, 'open');
  const answer = await transition(service, owner.actor, owner.id, 'publish');
  if (answer.status !== 200) throw new Error(`Not published: ${JSON.stringify(answer.body)}`);
  return owner;
}

const of = (categoryKey: string | undefined) => (categoryKey ? { categoryKey } : {});

export function inAYear(): string {
  return new Date(Date.now() + 365 * 86_400_000).toISOString();
}
