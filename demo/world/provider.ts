import type { Provider, VerificationCase } from '../../packages/client/src/client.ts';
import { unlessStatus } from '../client.ts';
import type { Document } from '../documents.ts';
import { findCase, giveUploadConsents, type Requirement, squareAround } from '../steps/workspace.ts';
import { paperFor } from './papers.ts';
import type { Business, Identity } from './people.ts';
import { type Actor, type Stage, when } from './stage.ts';

export type Spec = {
  category: string;
  kind: 'individual' | 'organisation';
  identity: Identity;
  business: Business;
};

/** A provider of the world, with what its scenario has made so far. */
export type Member = Spec & { stage: Stage; owner: Actor; provider: Provider };

const models = { nursery: 'premises', childcare: 'premises' } as Record<string, 'premises' | undefined>;

export async function register(stage: Stage, spec: Spec): Promise<Member> {
  const owner = stage.person(spec.identity);
  const api = await owner.api();
  const { displayName } = spec.business;
  const operatingModel = models[spec.category] ?? 'travels';
  const provider = await api.createProvider({ body: { displayName, kind: spec.kind, operatingModel } });
  const member = { ...spec, stage, owner, provider };
  await when('the workspace', () => api.getWorkspace(), [403, 404, 409]);
  return member;
}

export async function describe({ owner, business }: Member): Promise<void> {
  const api = await owner.api();
  await when('the profile', async () => {
    const { response } = await api.getWorkspace.withResponse();
    const params = { header: { 'If-Match': response.headers.get('etag') ?? '' } };
    return unlessStatus(
      [409, 412],
      api.patchProfile({ params, body: { summary: business.summary, languages: ['fr'] } }),
    );
  });
}

/** Profile, place, service, availability and names: the provider becomes active and its case opens. */
export async function complete(member: Member): Promise<void> {
  const { owner, business, category, identity, kind, provider } = member;
  await giveUploadConsents(owner.client, await owner.session());
  await describe(member);
  const api = await owner.api();
  const { latitude, longitude, addressLabel } = business.place;
  await api.putLocation({
    body: {
      privateBase: { latitude, longitude },
      ...(models[category] && { publicPremises: { latitude, longitude, addressLabel, consent: true } }),
      serviceArea: squareAround({ latitude, longitude }, 0.12),
    },
  });
  const ending = kind === 'individual' ? 'EI' : 'SARL';
  await api.putRegisteredName({ body: { name: `${business.displayName} ${ending}` } });
  const { items } = await api.listRepresentatives({ params: { path: { providerId: provider.id } } });
  const representativeId = items.find(({ isOwn }) => isOwn)?.id ?? '';
  const { givenName, familyName } = identity;
  const subjects = await api.putResponsiblePerson({ body: { representativeId, givenName, familyName } });
  const subjectId = subjects.items.find(({ about }) => about === 'person')?.id;
  const version = await policyVersion(owner, 'public-name');
  if (subjectId) await api.putPublicName({ body: { subjectId, form: 'given_name_and_initial', version } });
  await api.putService({ params: { path: { categoryKey: category } } });
  await api.putAvailability({ params: { path: { categoryKey: category } }, body: { state: 'available' } });
}

export async function policyVersion(owner: Actor, key: string): Promise<string> {
  const { items } = await (await owner.api()).listConsents();
  return items.find(({ policyKey }) => policyKey === key)?.currentVersion ?? '';
}

export async function found(stage: Stage, spec: Spec): Promise<Member> {
  const member = await register(stage, spec);
  await complete(member);
  return member;
}

/** The case that waits for documents. */
export async function openCase({ owner, provider, category }: Member): Promise<VerificationCase> {
  const session = await owner.session();
  return when('a case that awaits evidence', async () => {
    const found = await findCase(owner.client, session, provider.id, 'awaiting_evidence', category);
    return found as VerificationCase;
  });
}

/** `papers`: documents in place of the usual ones, by requirement. */
export async function submit(
  member: Member,
  { id, requirements }: { id: string; requirements: VerificationCase['requirements'] },
  papers: Record<string, Document> = {},
): Promise<void> {
  for (const [index, requirement] of requirements.entries())
    await upload(member, id, requirement, papers[requirement.key] ?? paperOf(member, requirement, index === 0));
}

export function paperOf(member: Member, requirement: Requirement, isPhoto = false): Document {
  const { business, identity, stage } = member;
  const about = `${identity.givenName} ${identity.familyName}, ${business.displayName}`;
  return paperFor(requirement, { about, address: business.place.addressLabel, on: stage.clock.today() }, isPhoto);
}

export async function upload(member: Member, caseId: string, requirement: Requirement, paper: Document): Promise<void> {
  const { owner } = member;
  const file = new Blob([paper.bytes as Uint8Array<ArrayBuffer>], { type: paper.mediaType });
  const documentKind = requirement.documentKinds[0] ?? '';
  const target = { caseId, requirementKey: requirement.key, documentKind, label: requirement.label.fr ?? '' };
  const client = owner.client.as(await owner.session());
  await when(`an upload for ${requirement.key}`, () => client.uploads.upload(file, target), [404]);
}
