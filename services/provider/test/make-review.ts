import type { Actor } from '@trust/contracts/actor';
import { moderationRequested } from '@trust/contracts/events/customers';
import { moderationDecided } from '@trust/contracts/events/operations';
import type { Owner } from './make.ts';
import { makeInteraction } from './make-enquiry.ts';
import type { ProviderService } from './service.ts';

export function writeReview(
  service: ProviderService,
  actor: Actor,
  interactionId: string,
  { isRecommended = true }: { isRecommended?: boolean } = {},
) {
  const text = 'Came on time and repaired the sockets.';
  return service.post(`/interactions/${interactionId}/reviews`, { actor, body: { isRecommended, text } });
}

export async function makeReview(service: ProviderService, owner: Owner) {
  const { customer, interactionId } = await makeInteraction(service, owner);
  const { body } = await writeReview(service, customer, interactionId);
  return { customer, interactionId, id: body.id as string };
}

export async function moderationsOf(service: ProviderService, subjectId: string) {
  return (await service.emitted(moderationRequested)).filter((one) => one.subjectId === subjectId);
}

/** As operations announces it, twice. */
export async function decideModeration(
  service: ProviderService,
  subjectId: string,
  outcome: string,
  reasonCode = 'complies',
) {
  const asked = (await moderationsOf(service, subjectId)).at(-1);
  if (!asked) throw new Error('Nobody asked for this moderation.');
  const { kind, round, providerId } = asked;
  const occurredAt = service.clock.now.toISOString();
  const decision = { subjectId, kind, round, providerId, outcome, reasonCode, occurredAt };
  await service.deliver(moderationDecided, decision);
  await service.deliver(moderationDecided, decision);
}
