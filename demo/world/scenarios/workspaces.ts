import { randomUUID } from 'node:crypto';
import { makeInfectedPhoto } from '../../documents.ts';
import { putParts } from '../../steps/evidence.ts';
import { type Context, published, type Scenario } from '../context.ts';
import { makePhoto } from '../papers.ts';
import { peopleOf } from '../people.ts';
import type { Member } from '../provider.ts';
import { type Actor, when } from '../stage.ts';

/** People beside the owner have numbers after those of all customers. */
function colleagueOf(context: Context, turn: number): Actor {
  const identity = peopleOf('colleagues')(context.index * 6 + turn);
  return context.stage.person({
    email: `equipe.${identity.email}`,
    address: `198.18.${200 + turn}.${context.index + 1}`,
  });
}

async function invite({ owner, provider }: Member, { identifier }: Actor): Promise<void> {
  const params = { path: { providerId: provider.id } };
  const body = { channel: 'email', identifier, role: 'manager' } as const;
  await (await owner.api()).createRepresentative({ params, body });
}

async function answerInvitation(colleague: Actor, isAccepted: boolean): Promise<void> {
  const api = await colleague.api();
  const invitationId = await when('the invitation', async () => (await api.listInvitations()).items[0]?.id as string);
  const params = { path: { invitationId } };
  if (isAccepted) await api.acceptInvitation({ params, body: { displayName: 'Collègue' } });
  else await api.declineInvitation({ params });
}

/** Colleagues who came, declined, never answered and have not answered yet. */
const team: Scenario = async (context) => {
  const { member } = await published(context);
  for (const turn of [0, 1, 2]) await invite(member, colleagueOf(context, turn));
  await answerInvitation(colleagueOf(context, 0), true);
  await answerInvitation(colleagueOf(context, 1), false);
  await (await member.owner.api()).readAllNotifications({ body: {} });
  await context.at(364);
  for (const turn of [3, 4, 5]) await invite(member, colleagueOf(context, turn));
  await answerInvitation(colleagueOf(context, 4), true);
  await answerInvitation(colleagueOf(context, 5), false);
};

const availability: Scenario = async (context) => {
  const { member } = await published(context);
  await context.at(364);
  const api = await member.owner.api();
  const params = { path: { categoryKey: member.category } };
  const states = ['unavailable', 'paused'] as const;
  const state = states[context.index % 3];
  const body = state ? { state } : { state: 'limited' as const, nextAvailableAt: context.stage.clock.in(240) };
  await api.putAvailability({ params, body });
  await api.createDataExport();
};

async function rename({ owner }: Member, summary: string): Promise<void> {
  const api = await owner.api();
  await when('other words', async () => {
    const { response } = await api.getWorkspace.withResponse();
    const params = { header: { 'If-Match': response.headers.get('etag') ?? '' } };
    return api.patchProfile({ params, body: { summary } });
  });
}

/** New words: some withdrawn by later ones, some refused, some that nobody has read yet. */
const words: Scenario = async (context) => {
  const { member } = await published(context);
  await context.at(context.start + 60);
  await rename(member, 'Travaux soignés, devis gratuit.');
  await rename(member, 'Le meilleur de la ville, sans comparaison avec l’atelier d’en face.');
  const moderator = context.stage.operator('supervisor2');
  await when('the decision about the words', async () => {
    const api = await moderator.api();
    const { items } = await api.listNameModerations({ params: { query: { providerId: member.provider.id } } });
    const [asked] = items;
    if (asked?.state !== 'open') return undefined;
    const params = { path: { nameId: asked.subjectId } };
    await api.getDisplayName({ params });
    const reasonCode = 'another_business' as const;
    const reason = 'The words are about somebody else’s business.';
    return api.createNameDecision({ params, body: { outcome: 'refused', reasonCode, reason } });
  });
  await context.at(364);
  await rename(member, 'Devis écrit avant chaque intervention, conseils d’entretien.');
};

async function addImage({ owner }: Member, { isConfirmed = true, image = makePhoto() } = {}): Promise<string> {
  const { mediaType, bytes, sha256 } = image;
  const api = await owner.api();
  const body = { clientIntentKey: randomUUID(), kind: 'work', alt: 'Une maison après les travaux.' } as const;
  const file = { mediaType: mediaType as 'image/jpeg', sizeBytes: bytes.length, sha256 };
  const opened = await api.createMedia({ body: { ...body, ...file } });
  if (!isConfirmed) return opened.id;
  await putParts(owner.client, opened, { mediaType, bytes, sha256 });
  await api.confirmMedia({ params: { path: { mediaId: opened.id } } });
  return opened.id;
}

async function moderateImage({ stage }: Context, mediaId: string, outcome: 'approved' | 'rejected'): Promise<void> {
  const params = { path: { mediaId } };
  const reasonCode = outcome === 'approved' ? ('complies' as const) : ('low_quality' as const);
  await when('the moderation of an image', async () => {
    const api = await stage.operator('supervisor').api();
    await api.getModeratedMedia({ params });
    await api.getModeratedImage({ params, parseAs: 'arrayBuffer' });
    return api.createMediaDecision({ params, body: { outcome, reasonCode, reason: 'Seen in full size.' } });
  });
}

const images: Scenario = async (context) => {
  const { member } = await published(context);
  await moderateImage(context, await addImage(member), 'approved');
  await moderateImage(context, await addImage(member), 'rejected');
  const withdrawn = await addImage(member, { isConfirmed: false });
  await (await member.owner.api()).deleteMedia({ params: { path: { mediaId: withdrawn } } });
  await context.at(366);
  await addImage(member);
  await addImage(member, { isConfirmed: false });
  await addImage(member, { image: makeInfectedPhoto() });
};

export const workspaceScenarios = { team, availability, words, images };
