import type { Provider, VerificationCase, Workspace } from '../../packages/client/src/client.ts';
import { type Client, eventually, type Session, unlessStatus } from '../client.ts';

export type Requirement = VerificationCase['requirements'][number];

export const category = 'electrician';
export const centre = { latitude: 48.8566, longitude: 2.3522 };

export async function register(client: Client, owner: Session, displayName: string): Promise<Provider> {
  const body = { displayName, kind: 'individual', operatingModel: 'travels' } as const;
  return client.as(owner).api.createProvider({ body });
}

export function readWorkspace(client: Client, owner: Session): Promise<Workspace> {
  // 404 until the event of the new assignment has arrived at provider.
  return eventually('the workspace of a new representative', () =>
    unlessStatus([403, 404, 409], client.as(owner).api.getWorkspace()),
  );
}

export async function completeWorkspace(client: Client, owner: Session): Promise<void> {
  await readWorkspace(client, owner);
  await giveUploadConsents(client, owner);
  const { api } = client.as(owner);
  // A request repeated after a lost response conflicts with the change that it already made: read again, then retry.
  await eventually('the profile', async () => {
    const { response } = await api.getWorkspace.withResponse();
    const params = { header: { 'If-Match': response.headers.get('etag') ?? '' } };
    const body = { summary: 'Wiring, fuse boxes and lighting. Twenty years of experience.', languages: ['fr', 'en'] };
    return unlessStatus([409], api.patchProfile({ params, body }));
  });
  await api.putService({ params: { path: { categoryKey: category } } });
  await api.putLocation({
    body: { privateBase: { latitude: 48.85, longitude: 2.34 }, serviceArea: squareAround(centre, 0.15) },
  });
  await nameSubjects(client, owner);
  const nextAvailableAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
  await api.putAvailability({
    params: { path: { categoryKey: category } },
    body: { state: 'limited', nextAvailableAt },
  });
}

/** What the claims will be about; the owner is the person responsible and agrees that their name is public. */
export async function nameSubjects(client: Client, owner: Session): Promise<void> {
  const { api } = client.as(owner);
  const { provider } = await api.getWorkspace();
  const { items } = await api.listRepresentatives({ params: { path: { providerId: provider.id } } });
  const own = items.find(({ isOwn }) => isOwn);
  if (!own) throw new Error('The owner represents the provider.');
  await api.putRegisteredName({ body: { name: `${provider.displayName} EI` } });
  const name = { givenName: 'Camille', familyName: 'Durand' };
  const subjects = await api.putResponsiblePerson({ body: { representativeId: own.id, ...name } });
  const subjectId = subjects.items.find(({ about }) => about === 'person')?.id ?? '';
  const consents = await api.listConsents();
  const policy = consents.items.find(({ policyKey }) => policyKey === 'public-name');
  const version = policy?.currentVersion ?? '';
  const body = { subjectId, form: 'given_name_and_initial', version } as const;
  await api.putPublicName({ body });
}

export async function giveUploadConsents(client: Client, representative: Session): Promise<void> {
  const { api } = client.as(representative);
  const { items } = await api.listConsents();
  for (const { policyKey, currentVersion } of items.filter(({ requiredForUploads }) => requiredForUploads))
    await api.putConsent({ params: { path: { policyKey } }, body: { version: currentVersion, granted: true } });
}

export async function awaitCase(
  client: Client,
  owner: Session,
  providerId: string,
  categoryKey: string = category,
): Promise<VerificationCase> {
  const look = () => findCase(client, owner, providerId, 'awaiting_evidence', categoryKey);
  return eventually('a case that awaits evidence', look);
}

export async function findCase(
  client: Client,
  owner: Session,
  providerId: string,
  state: string,
  categoryKey: string = category,
): Promise<VerificationCase | undefined> {
  const params = { path: { providerId } };
  // 404 until the event of the new assignment has arrived at identity.
  const page = await unlessStatus([404], client.as(owner).api.listVerificationCases({ params }));
  return page?.items.find((one) => one.categoryKey === categoryKey && one.state === state);
}

export function squareAround({ latitude, longitude }: typeof centre, reach: number) {
  const [west, east] = [longitude - reach, longitude + reach];
  const [south, north] = [latitude - reach, latitude + reach];
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon' as const, coordinates: [ring] };
}
