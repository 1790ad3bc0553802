import type { Client, Method, Session } from '../../demo/client.ts';
import { publishAtLast, readGate, setGate } from '../../demo/steps/publication.ts';
import { type Decision, decide, readCase } from '../../demo/steps/review.ts';
import { readWorkspace } from '../../demo/steps/workspace.ts';
import { actorNames } from '../authorization/actors.ts';
import type { World } from '../authorization/world.ts';
import type { Told } from './canaries.ts';
import { areaPolygon, done, leftover, planted, reasonFor } from './planted.ts';
import { tellOfUploads } from './uploads.ts';

/**
 * Every operation of the provider side and of evidence once with success, with private things in it: what they answer is to be seen, and what they
 * leave is looked for in everything else. Ends with a published provider. Returns what was handed out.
 */
export async function tellStory(world: World, client: Client): Promise<Told> {
  await makeRoom(world);
  // They keep everything from being taken back.
  await world.platform.rows('evidence', 'update legal_hold set lifted_at = placed_at');
  const owner: Ask = (statuses, method, path, body) =>
    client.expectOneOf(statuses, method, path, { as: world.sessions.owner, ...(body !== undefined && { body }) });
  await tellOfProfile(world, owner);
  await tellOfRepresentatives(world, owner);
  await tellOfServices(world, owner);
  await tellOfPlaces(owner);
  const uploads = await tellOfUploads(world, client);
  const review = await tellOfReview(world, client);
  await tellOfPublication(world, client);
  await leaveWhatNoRequestDoes(world);
  return { tokens: [...uploads, ...review.tokens], documents: review.documents };
}

type Ask = (statuses: number[], method: Method, path: string, body?: unknown) => Promise<{ body: unknown }>;

/** As if nobody had done anything for an hour. */
export async function makeRoom({ platform }: World): Promise<void> {
  for (const service of ['provider', 'evidence', 'verification', 'operations'] as const)
    await platform.rows(service, 'delete from rate_limit');
}

async function tellOfProfile({ ours }: World, owner: Ask): Promise<void> {
  const { privateBase, premises, baseLabel, premisesLabel, summary } = planted;
  const location = {
    privateBase: { ...privateBase, addressLabel: baseLabel },
    publicPremises: { ...premises, addressLabel: premisesLabel, consent: true },
    serviceArea: areaPolygon(),
  };
  await owner(done, 'PATCH', '/provider-workspace/me/profile', { summary });
  await owner(done, 'PATCH', `/providers/${ours.id}`, { summary, website: 'https://canary.example' });
  await owner(done, 'PUT', '/provider-workspace/me/location', location);
  await owner(done, 'PUT', `/providers/${ours.id}/location`, location);
  await owner(done, 'PUT', `/providers/${ours.id}/service-areas`, { serviceArea: location.serviceArea });
  // What is wrong with it is told, not what it was.
  await owner([400], 'PUT', '/provider-workspace/me/location', { privateBase: { latitude: privateBase.latitude } });
  await owner([400], 'PUT', '/provider-workspace/me/location', {
    ...location,
    privateBase: { ...privateBase, more: 1 },
  });
  const open = { ...location.serviceArea, coordinates: [areaPolygon().coordinates[0]?.slice(0, 4)] };
  await owner([400], 'PUT', `/providers/${ours.id}/service-areas`, { serviceArea: open });
}

async function tellOfRepresentatives({ ours }: World, owner: Ask): Promise<void> {
  const path = `/providers/${ours.id}/representatives`;
  const invite = async (identifier: string) =>
    (await owner(done, 'POST', path, { channel: 'email', identifier, role: 'manager' })).body as {
      id: string;
    };
  await invite(planted.invited);
  const { id: assignmentId } = await invite(planted.uninvited);
  await owner([400], 'POST', path, { channel: 'email', identifier: planted.invited, role: 'king' });
  await owner([400], 'POST', path, { channel: 'sms', identifier: planted.invited, role: 'manager' });
  await owner(done, 'DELETE', `${path}/${assignmentId}`);
}

async function tellOfServices({ ours }: World, owner: Ask): Promise<void> {
  await owner(done, 'PUT', '/provider-workspace/me/services/roofer');
  await owner(done, 'PUT', '/provider-workspace/me/availability/roofer', { state: 'available' });
  await owner(done, 'PUT', `/providers/${ours.id}/availability`, { categoryKey: 'roofer', state: 'paused' });
  await owner(done, 'DELETE', '/provider-workspace/me/services/roofer');
  await owner(done, 'PUT', `/providers/${ours.id}/categories/locksmith`, { reason: reasonFor('a category') });
  await owner(done, 'DELETE', `/providers/${ours.id}/categories/locksmith`);
}

async function tellOfPlaces(owner: Ask): Promise<void> {
  await owner(done, 'POST', '/location/geocode', { text: `${planted.baseLabel}, Paris` });
  await owner(done, 'POST', '/location/reverse-geocode', planted.privateBase);
  await owner(done, 'GET', '/location/places/suggest?q=Pari');
}

async function tellOfReview(world: World, client: Client): Promise<Told> {
  const reviewer = world.sessions.reviewer;
  const told: Told = { tokens: [], documents: [] };
  for (const { evidence } of world.case.requirements) {
    const path = `/verification-cases/${world.case.id}/evidence/${evidence?.evidenceId}/review-grants`;
    const { body: grant } = await client.expectOneOf<{ grantId: string; url: string }>(done, 'POST', path, {
      as: reviewer,
      body: { reason: reasonFor('a grant') },
    });
    told.tokens.push(grant.url.split('/').at(-1) ?? '');
    const { body: bytes } = await client.expectOneOf<Buffer>(done, 'GET', grant.url, { as: reviewer });
    // The midst of the picture, which is noise.
    told.documents.push(bytes.subarray(bytes.length / 2, bytes.length / 2 + 24));
    for (const name of actorNames)
      for (const url of [grant.url, `${grant.url}?rendition=preview`, `${grant.url}?rendition=none`])
        await client.call('GET', url, { as: world.sessions[name] });
    await client.expectOneOf(done, 'DELETE', `${path}/${grant.grantId}`, {
      as: reviewer,
      body: { reason: reasonFor('no grant') },
    });
  }
  return told;
}

async function tellOfPublication(world: World, client: Client): Promise<void> {
  const { sessions, ours } = world;
  const [owner, reviewer, decider] = [sessions.owner, sessions.reviewer, sessions.decider] as Session[];
  const path = `/verification-cases/${world.case.id}`;
  for (const { key, claim } of world.case.requirements)
    await client.expectOneOf(done, 'POST', `${path}/checks`, {
      as: reviewer,
      body: {
        requirementKey: key,
        method: claim.methods[0],
        result: 'clear',
        observations: planted.observation,
        reason: reasonFor('a check'),
      },
    });
  await client.expectOneOf(done, 'POST', `${path}/recommendations`, {
    as: reviewer,
    body: { outcome: 'verified', reasonCodes: ['all_checks_clear'], reason: reasonFor('a recommendation') },
  });
  const { body: recommended } = await readCase(client, decider as Session, world.case.id);
  const { status, body: decided } = await decide(client, decider as Session, recommended);
  if (status !== 201) throw new Error(`The case was not decided: ${status}`);
  await client.expectOneOf(done, 'GET', `${path}/decisions/${(decided as Decision).id}`, { as: decider });
  const approvers: [Session, Session] = [sessions.supervisor2 as Session, sessions.security as Session];
  const requester = sessions.supervisor as Session;
  // The matrix may have opened it.
  if ((await readGate(client, requester)) === 'closed') await setGate(client, { requester, approvers }, 'open');
  await publishAtLast(client, owner as Session, ours.id);
  await readWorkspace(client, owner as Session);
}

/** Private columns of what happens seldom, or to others. */
async function leaveWhatNoRequestDoes({ platform }: World): Promise<void> {
  for (const service of ['provider', 'evidence'] as const) {
    await platform.rows(
      service,
      `insert into dead_letter (consumer, event_id, type, payload, headers, reason, trace_id)
       values ('canary', gen_random_uuid(), 'canary', $1, jsonb_build_object('canary', $2::text), $3, $4)`,
      ['payload', 'headers', 'reason', 'trace'].map(leftover),
    );
    await platform.rows(service, `insert into rate_limit values ($1, now(), true)`, [leftover('a limit')]);
  }
  await platform.rows(
    'evidence',
    'insert into scan_turn (provider_id, holder_id) values (gen_random_uuid(), gen_random_uuid())',
  );
  await platform.rows('evidence', 'insert into erased_provider values (gen_random_uuid(), now())');
  await platform.rows(
    'evidence',
    "update upload_intent set replaces_intent_id = (select id from upload_intent where state = 'submitted' limit 1) where state = 'open'",
  );
  await platform.rows('evidence', 'insert into claim_reminder select id, 60, now() from claim');
}
