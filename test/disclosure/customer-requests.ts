import { policies } from '@trust/contracts/policies';
import { eventually, type Session } from '../../demo/client.ts';
import { readMailbox } from '../../demo/steps/sign-in.ts';
import type { World } from '../authorization/world.ts';
import type { Method, RawClient } from '../raw-client.ts';
import { canaryValues, successStatuses } from './canary-values.ts';

export async function sendEnquiries(world: World, client: RawClient): Promise<void> {
  const { sessions, ours } = world;
  const [customer, owner] = [sessions.member, sessions.owner] as [Session, Session];
  const { enquirer: identifier, enquirerName: name, enquiryMessage: message } = canaryValues;
  const call = async (as: Session | undefined, path: string, body?: unknown) =>
    (
      await client.expectOneOf<{ id: string }>(successStatuses, 'POST', path, {
        as,
        ...(body !== undefined && { body }),
      })
    ).body;
  await addContactPoint(world, client, customer, identifier);
  const { publicProviderId } = ours;
  const contact = { channel: 'email', identifier, name, consent: true };
  const send = () => call(customer, '/enquiries', { publicProviderId, categoryKey: 'electrician', message, contact });
  const declined = await send();
  await call(owner, `/enquiries/${declined.id}/decline`, { reasonCode: 'other', message });
  const block = `/enquiries/${declined.id}/customer-block`;
  await client.expectOneOf([200], 'PUT', block, { as: owner });
  await client.expectOneOf([200], 'GET', '/provider-workspace/me/customer-blocks', { as: owner });
  await client.expectOneOf([204], 'DELETE', block, { as: owner });
  await blockStranger(world, client);
  const closed = await send();
  await call(customer, `/enquiries/${closed.id}/close`);
  const { id } = await send();
  await call(owner, `/enquiries/${id}/accept`);
  await call(customer, `/enquiries/${id}/messages`, { text: message });
  await call(owner, `/enquiries/${id}/contact-handoff`);
  const { body } = await client.expectOneOf<{ interaction: { id: string } }>([200], 'GET', `/enquiries/${id}`, {
    as: owner,
  });
  // It stays open: closing deletes the contact, which the search needs.
  await giveOpinions(world, client, body.interaction.id);
}

/** The block of the member is deleted: their enquiry stays open. The stranger takes the consent back. */
async function blockStranger({ sessions, ours }: World, client: RawClient): Promise<void> {
  const [stranger, owner] = [sessions.stranger, sessions.owner] as [Session, Session];
  const { enquirerName: name, enquiryMessage: message } = canaryValues;
  const { identifier } = stranger;
  const contact = { channel: identifier.includes('@') ? 'email' : 'sms', identifier, name, consent: true };
  const body = { publicProviderId: ours.publicProviderId, categoryKey: 'electrician', message, contact };
  const sent = await client.expectOneOf<{ id: string }>([201], 'POST', '/enquiries', { as: stranger, body });
  await client.expectOneOf([200], 'PUT', `/enquiries/${sent.body.id}/customer-block`, { as: owner });
  const withdrawal = { version: policies['contact-sharing'].version, granted: false };
  await client.expectOneOf([200], 'PUT', '/account/consents/contact-sharing', { as: stranger, body: withdrawal });
}

/** An enquiry takes a verified contact point only (docs/domain/enquiry.md 25). */
async function addContactPoint(
  { platform }: World,
  client: RawClient,
  customer: Session,
  identifier: string,
): Promise<void> {
  await platform.resetCodeLimits();
  await stepUp(client, customer);
  const as = customer;
  const body = { channel: 'email', identifier };
  const { id } = (await client.expectOneOf<{ id: string }>([202], 'POST', '/account/contact-points', { as, body }))
    .body;
  const code = await codeOf(client, identifier, id);
  await client.expectOneOf(successStatuses, 'POST', `/account/contact-points/${id}/verify`, { as, body: { code } });
  await platform.settled();
}

async function stepUp(client: RawClient, session: Session): Promise<void> {
  const { identifier } = session;
  const body = { channel: identifier.includes('@') ? 'email' : 'sms', identifier };
  const challenge = await client.expectOneOf<{ challengeId: string }>([202], 'POST', '/auth/challenges', { body });
  const { challengeId } = challenge.body;
  const code = await codeOf(client, identifier, challengeId);
  await client.expectOneOf([200], 'POST', '/auth/step-up', { as: session, body: { challengeId, code } });
}

function codeOf(client: RawClient, identifier: string, challengeId: string): Promise<string> {
  return eventually(
    `a code for ${identifier}`,
    async () => (await readMailbox(client, identifier)).find((mail) => mail.challengeId === challengeId)?.code,
  );
}

async function giveOpinions(
  { sessions, ours, platform }: World,
  client: RawClient,
  interactionId: string,
): Promise<void> {
  const { opinion: text, opinionStatement: statement } = canaryValues;
  const [customer, owner] = [sessions.member, sessions.owner] as Session[];
  const call = async (as: Session | undefined, path: string, body?: unknown, method: Method = 'POST') =>
    (
      await client.expectOneOf<{ id: string }>(successStatuses, method, path, {
        as,
        ...(body !== undefined && { body }),
      })
    ).body;
  const about = `/interactions/${interactionId}`;
  const review = await call(customer, `${about}/reviews`, { isRecommended: true, text });
  await platform.settled();
  const decision = { outcome: 'approved', reasonCode: 'complies', reason: 'It keeps the rules of reviews.' };
  const { supervisor, supervisor2 } = sessions;
  const readAndDecide = async (as: Session | undefined, path: string, decisions: string, body: object) => {
    await call(as, path, undefined, 'GET');
    await client.decideAfterRead(`/operations/${decisions}/decisions`, { as, body });
  };
  const [reviewPath, reviewDecisions] = [`/reviews/${review.id}`, `review-moderations/${review.id}`];
  await readAndDecide(supervisor, reviewPath, reviewDecisions, decision);
  await platform.settled();
  const response = `/providers/${ours.id}/reviews/${review.id}/response`;
  await call(owner, response, { text }, 'PUT');
  await call(owner, response, undefined, 'DELETE');
  const { id: responseId } = await call(owner, response, { text }, 'PUT');
  await platform.settled();
  const responsePath = `/review-responses/${responseId}`;
  const responseDecisions = `review-response-moderations/${responseId}`;
  await readAndDecide(supervisor, responsePath, responseDecisions, decision);
  await platform.settled();
  await call(sessions.stranger, `/reviews/${review.id}/response/flags`, { reasonCode: 'off_topic' });
  await platform.settled();
  await call(owner, responsePath, undefined, 'GET');
  await readAndDecide(supervisor, responsePath, responseDecisions, decision);
  await call(owner, `/reviews/${review.id}/appeals`, { statement });
  await platform.settled();
  await readAndDecide(supervisor2, reviewPath, reviewDecisions, decision);
  await platform.settled();
  await call(sessions.stranger, `/reviews/${review.id}/flags`, { reasonCode: 'off_topic' });
  const withdrawn = await call(customer, `${about}/disputes`, { reasonCode: 'other', statement });
  await call(customer, `/disputes/${withdrawn.id}/withdraw`);
  const dispute = await call(customer, `${about}/disputes`, { reasonCode: 'other', statement });
  await call(owner, `/disputes/${dispute.id}/statements`, { text: statement });
  await platform.settled();
  const finding = { outcome: 'no_finding', reasonCode: 'insufficient_information', reason: 'Neither is confirmed.' };
  await readAndDecide(supervisor, `/disputes/${dispute.id}`, `disputes/${dispute.id}`, finding);
  await platform.settled();
  await call(owner, `/disputes/${dispute.id}/appeals`, { statement });
  const shown = `/public/providers/${ours.publicProviderId}`;
  const report = await call(customer, `${shown}/reports`, { reasonCode: 'other', statement });
  for (const as of [customer, owner, sessions.supervisor])
    for (const path of [`/reviews/${review.id}`, `/disputes/${dispute.id}`]) await call(as, path, undefined, 'GET');
  for (const as of [customer, sessions.supervisor]) await call(as, `/provider-reports/${report.id}`, undefined, 'GET');
  for (const path of ['reviews', 'availability']) await call(undefined, `${shown}/${path}`, undefined, 'GET');
  for (const path of ['reviews', 'reports']) await call(customer, `/account/${path}`, undefined, 'GET');
  await call(owner, `/providers/${ours.id}/reviews`, undefined, 'GET');
  await call(customer, `/reviews/${review.id}/withdraw`);
}
