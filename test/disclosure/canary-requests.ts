import type { Session } from '../../demo/client.ts';
import { acceptName, publishWhenOpen, readGate, setGate } from '../../demo/steps/publication.ts';
import { readWorkspace } from '../../demo/steps/workspace.ts';
import { actorNames } from '../authorization/actors.ts';
import type { World } from '../authorization/world.ts';
import type { Method, RawClient } from '../raw-client.ts';
import { appealDecision } from './appeal-requests.ts';
import type { HandedOut } from './canaries.ts';
import { areaPolygon, canaryReason, canaryText, canaryValues, successStatuses } from './canary-values.ts';
import { checkAll, crewOf, decideWithReason, recommend, reviewTwice } from './case-requests.ts';
import { searchedServices } from './columns.ts';
import { sendEnquiries } from './customer-requests.ts';
import { keepAreasApart } from './keep-areas-apart.ts';
import { reviewMeasure } from './measure-requests.ts';
import { publishMedia } from './media-requests.ts';
import { pay, registerDevice } from './message-requests.ts';
import { giveReasons } from './reason-requests.ts';
import type { RecordingClient } from './recording-client.ts';
import { type Ask, endSubjects, nameSubjects } from './subject-requests.ts';
import { uploadDocuments, uploadPhoto } from './uploads.ts';

/** Calls every operation of the classified services once with success and with private values. */
export async function sendCanaryRequests(world: World, client: RecordingClient): Promise<HandedOut> {
  await resetRateLimits(world);
  // Legal holds prevent withdrawals.
  await world.platform.rows('evidence', 'update legal_hold set lifted_at = placed_at');
  const owner: Ask = (statuses, method, path, body) =>
    client.expectOneOf(statuses, method, path, { as: world.sessions.owner, ...(body !== undefined && { body }) });
  await keepAreasApart(world);
  await changeProfile(world, owner);
  await inviteRepresentatives(world, owner);
  await nameSubjects(world, client, owner);
  await endSubjects(world, client, owner);
  await changeProfile(world, owner);
  await changeServices(world, owner);
  await geocodePlaces(owner);
  const pushToken = await registerDevice(world, client);
  const clientSecret = await pay(world, client);
  const uploads = [...(await uploadDocuments(world, client)), ...(await uploadPhoto(world, client))];
  const review = await reviewEvidence(world, client);
  await decideAndPublish(world, client);
  await resetRateLimits(world);
  await giveReasons(world, client, owner);
  uploads.push(...(await publishMedia(world, client)));
  await resetRateLimits(world);
  await sendEnquiries(world, client);
  await actInEmergency(world, client);
  await reviewMeasure(world, client);
  await workInTriage(world, client);
  await insertRareRows(world);
  return { tokens: [pushToken, clientSecret, ...uploads, ...review.tokens], documents: review.documents };
}

const limitedServices = ['provider', 'evidence', 'verification', 'operations'] as const;

export async function resetRateLimits({ platform }: World, services: readonly string[] = limitedServices) {
  for (const service of limitedServices)
    if (services.includes(service)) await platform.rows(service, 'delete from rate_limit');
}

async function changeProfile({ ours }: World, owner: Ask): Promise<void> {
  const { privateBase, premises, baseLabel, premisesLabel, summary } = canaryValues;
  const location = {
    privateBase: { ...privateBase, addressLabel: baseLabel },
    publicPremises: { ...premises, addressLabel: premisesLabel, consent: true },
    serviceArea: areaPolygon(),
  };
  await owner(successStatuses, 'PATCH', '/provider-workspace/me/profile', { summary });
  await owner(successStatuses, 'PATCH', `/providers/${ours.id}`, { summary, website: 'https://canary.example' });
  await owner(successStatuses, 'PUT', '/provider-workspace/me/location', location);
  await owner(successStatuses, 'PUT', `/providers/${ours.id}/location`, location);
  await owner(successStatuses, 'PUT', `/providers/${ours.id}/service-areas`, { serviceArea: location.serviceArea });
  // A problem names the wrong field without its value.
  await owner([400], 'PUT', '/provider-workspace/me/location', { privateBase: { latitude: privateBase.latitude } });
  await owner([400], 'PUT', '/provider-workspace/me/location', {
    ...location,
    privateBase: { ...privateBase, more: 1 },
  });
  const open = { ...location.serviceArea, coordinates: [areaPolygon().coordinates[0]?.slice(0, 4)] };
  await owner([400], 'PUT', `/providers/${ours.id}/service-areas`, { serviceArea: open });
}

async function inviteRepresentatives({ ours }: World, owner: Ask): Promise<void> {
  const path = `/providers/${ours.id}/representatives`;
  const invite = async (identifier: string) =>
    (await owner(successStatuses, 'POST', path, { channel: 'email', identifier, role: 'manager' })).body as {
      id: string;
    };
  await invite(canaryValues.invited);
  const { id: assignmentId } = await invite(canaryValues.uninvited);
  await owner([400], 'POST', path, { channel: 'email', identifier: canaryValues.invited, role: 'king' });
  await owner([400], 'POST', path, { channel: 'sms', identifier: canaryValues.invited, role: 'manager' });
  await owner(successStatuses, 'DELETE', `${path}/${assignmentId}`);
}

async function changeServices({ ours }: World, owner: Ask): Promise<void> {
  await owner(successStatuses, 'PUT', '/provider-workspace/me/services/roofer');
  await owner(successStatuses, 'PUT', '/provider-workspace/me/availability/roofer', { state: 'available' });
  await owner(successStatuses, 'PUT', `/providers/${ours.id}/availability`, { categoryKey: 'roofer', state: 'paused' });
  await owner(successStatuses, 'DELETE', '/provider-workspace/me/services/roofer');
}

async function geocodePlaces(owner: Ask): Promise<void> {
  await owner(successStatuses, 'POST', '/location/geocode', { text: `${canaryValues.baseLabel}, Paris` });
  await owner(successStatuses, 'POST', '/location/reverse-geocode', canaryValues.privateBase);
  await owner(successStatuses, 'GET', '/location/places/suggest?q=Pari');
}

async function reviewEvidence(world: World, client: RawClient): Promise<HandedOut> {
  const reviewer = world.sessions.reviewer;
  const handedOut: HandedOut = { tokens: [], documents: [] };
  const photos = `/verification-cases/${world.visitedCaseId}/field-photos`;
  await client.expectOneOf(successStatuses, 'GET', photos, { as: reviewer });
  for (const { evidence } of world.case.requirements) {
    const path = `/verification-cases/${world.case.id}/evidence/${evidence?.evidenceId}/review-grants`;
    const { body: grant } = await client.expectOneOf<{ grantId: string; url: string }>(successStatuses, 'POST', path, {
      as: reviewer,
      body: { reason: canaryReason('a grant') },
    });
    handedOut.tokens.push(grant.url.split('/').at(-1) ?? '');
    const { body: bytes } = await client.expectOneOf<Buffer>(successStatuses, 'GET', grant.url, { as: reviewer });
    handedOut.documents.push(bytes.subarray(bytes.length / 2, bytes.length / 2 + 24));
    for (const name of actorNames)
      for (const url of [grant.url, `${grant.url}?rendition=preview`, `${grant.url}?rendition=none`])
        await client.call('GET', url, { as: world.sessions[name] });
    await client.expectOneOf(successStatuses, 'DELETE', `${path}/${grant.grantId}`, { as: reviewer });
  }
  return handedOut;
}

async function decideAndPublish(world: World, client: RecordingClient): Promise<void> {
  const { sessions, ours } = world;
  const owner = sessions.owner as Session;
  const crew = crewOf(world, client);
  // As if another provider had sent the same bytes.
  await world.platform.rows('verification', 'update evidence_version set is_submitted_elsewhere = true');
  await checkAll(crew, world.case);
  await recommend(crew, world.case.id);
  // The appeal is against what was refused.
  const [first] = world.case.requirements;
  const { id: decisionId } = await decideWithReason(crew, world.case.id, ({ key }) => key !== first?.key);
  const path = `/verification-cases/${world.case.id}`;
  await client.expectOneOf(successStatuses, 'GET', `${path}/decisions/${decisionId}`, { as: sessions.decider });
  await appealDecision(world, crew, decisionId);
  await reviewTwice(world, crew);
  const approvers: [Session, Session] = [sessions.supervisor2 as Session, sessions.security as Session];
  const requester = sessions.supervisor as Session;
  // The matrix may have opened the gate.
  if ((await readGate(client, requester)) === 'closed') await setGate(client, { requester, approvers }, 'open');
  await acceptName(client, requester, ours.id);
  await publishWhenOpen(client, owner, ours.id);
  // No operator accepts them.
  const { ownName: displayName, ownSummary: summary, ownWebsite: website } = canaryValues;
  const profile = { displayName, summary, website };
  for (const path of ['/provider-workspace/me/profile', `/providers/${ours.id}`])
    await client.expectOneOf(successStatuses, 'PATCH', path, { as: owner, body: profile });
  await readWorkspace(client, owner);
}

async function actInEmergency(
  { sessions, ours, platform, case: { id: caseId } }: World,
  client: RawClient,
): Promise<void> {
  const as = sessions.security;
  for (const [kind, targetId] of [
    ['suspend_provider_listing', ours.id],
    ['freeze_case', caseId],
  ]) {
    const body = { kind, targetId, reason: canaryReason('an emergency') };
    const path = '/operations/emergency-actions';
    const { body: action } = await client.expectOneOf<{ id: string }>(successStatuses, 'POST', path, { as, body });
    await client.expectOneOf(successStatuses, 'POST', `${path}/${action.id}/lift`, {
      as,
      body: { reason: canaryReason('no emergency') },
    });
  }
  await platform.settled();
}

async function workInTriage({ sessions, escalationId }: World, client: RawClient): Promise<void> {
  const as = sessions.supervisor;
  const item = `/operations/triage/escalation/${escalationId}`;
  const send = (method: Method, path: string, body?: object) =>
    client.expectOneOf(successStatuses, method, path, { as, ...(body && { body }) });
  await send('POST', `${item}/notes`, { text: canaryReason('a note') });
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  await send('POST', `${item}/snooze`, { endsAt, reason: canaryReason('a snooze') });
  await send('POST', `${item}/claim`);
  await send('GET', `${item}/notes`);
  await send('PUT', '/operations/triage/views/canaries', { name: canaryReason('a view'), filters: {} });
  await send('GET', '/operations/triage/views');
}

async function insertRareRows({ platform }: World): Promise<void> {
  for (const service of searchedServices) {
    await platform.rows(
      service,
      `insert into dead_letter (consumer, event_id, type, payload, headers, reason, trace_id)
       values ('canary', gen_random_uuid(), 'canary', $1, jsonb_build_object('canary', $2::text), $3, $4)`,
      ['payload', 'headers', 'reason', 'trace'].map(canaryText),
    );
    await platform.rows(service, `insert into rate_limit values ($1, now(), true)`, [canaryText('a limit')]);
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
  await platform.rows(
    'verification',
    'insert into correction_reminder select id, now(), 7, now() from verification_case',
  );
  await platform.rows(
    'verification',
    `insert into applied_override (override_id, kind, target_id, ends_at, approved_at)
     select gen_random_uuid(), 'case-reassignment-block', id, opened_at, opened_at from verification_case`,
  );
  await platform.rows('evidence', 'insert into claim_reminder select id, 60, now() from claim');
  await platform.rows(
    'webhooks',
    `insert into inbound_event (id, source, provider_event_id, body_hash, content, received_at)
     values (gen_random_uuid(), 'stripe', 'canary', sha256($1::bytea), $1::bytea, now())`,
    [Buffer.from(canaryText('the body of a webhook'))],
  );
  await platform.rows(
    'webhooks',
    `insert into delivery (id, event_id, channel, lane, template, created_at, next_try_at, sealed)
     values (gen_random_uuid(), first_id(now()), 'email', 'email', 'case_decided', now(), now() + interval '1 hour', $1)`,
    [canaryText('a sealed message')],
  );
  await platform.rows(
    'provider',
    "insert into publication_hold select gen_random_uuid(), id, 'released', false, now() from provider",
  );
}
