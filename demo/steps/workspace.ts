import { type Client, eventually, type Session } from '../client.ts';

export type Provider = {
  id: string;
  publicProviderId: string;
  displayName: string;
  state: string;
  publication: string;
  revision: number;
};
export type Workspace = {
  provider: Provider;
  representative: { role: string };
  services: { categoryKey: string; status: string; requirementVersion: { id: string; number: number } }[];
  location: { privateBaseConfigured: boolean; publicPremisesConfigured: boolean; serviceAreaConfigured: boolean };
  availability: { categoryKey: string; state: string; nextAvailableAt: string | null }[];
  readiness: { tasks: { code: string; caseId?: string; policyKey?: string; dueAt?: string }[] };
};
export type Requirement = {
  key: string;
  label: { en: string };
  documentKinds: string[];
  mediaTypes: string[];
  maxSizeBytes: number;
  state: string;
};
export type Case = {
  id: string;
  categoryKey: string;
  state: string;
  outcome: string | null;
  requirements: Requirement[];
};

export const category = 'electrician';
export const centre = { latitude: 48.8566, longitude: 2.3522 };
const base = '/provider-workspace/me';

export async function register(client: Client, owner: Session, displayName: string): Promise<Provider> {
  const body = { displayName, kind: 'individual', operatingModel: 'travels' } as const;
  return client.as(owner).api.createProvider({ body });
}

export async function readWorkspace(client: Client, owner: Session): Promise<Workspace> {
  return eventually('the workspace of a new representative', async () => {
    const answer = await client.call<Workspace>('GET', base, { as: owner });
    return answer.status === 200 ? answer.body : undefined;
  });
}

export async function completeWorkspace(client: Client, owner: Session): Promise<void> {
  await readWorkspace(client, owner);
  await giveUploadConsents(client, owner);
  const { api } = client.as(owner);
  const { response } = await api.getWorkspace.withResponse();
  await api.patchProfile({
    params: { header: { 'If-Match': response.headers.get('etag') ?? '' } },
    body: { summary: 'Wiring, fuse boxes and lighting. Twenty years of experience.', languages: ['fr', 'en'] },
  });
  await api.putService({ params: { path: { categoryKey: category } } });
  await api.putLocation({
    body: { privateBase: { latitude: 48.85, longitude: 2.34 }, serviceArea: squareAround(centre, 0.15) },
  });
  const nextAvailableAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
  await api.putAvailability({
    params: { path: { categoryKey: category } },
    body: { state: 'limited', nextAvailableAt },
  });
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
): Promise<Case> {
  const look = () => findCase(client, owner, providerId, 'awaiting_evidence', categoryKey);
  return eventually('a case that awaits evidence', look);
}

export async function findCase(
  client: Client,
  owner: Session,
  providerId: string,
  state: string,
  categoryKey: string = category,
): Promise<Case | undefined> {
  const path = `/providers/${providerId}/verification-cases`;
  // 404 until the event of the new assignment has arrived at identity.
  const { status, body } = await client.expectOneOf<{ items?: Case[] }>([200, 404], 'GET', path, { as: owner });
  return status === 404 ? undefined : body.items?.find((one) => one.categoryKey === categoryKey && one.state === state);
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
