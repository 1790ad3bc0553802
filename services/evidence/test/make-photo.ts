import { createHash, randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { fieldWorkAssignmentChanged } from '@trust/contracts/events/field-work';
import { operator } from '@trust/service-testing/actors';
import { jpeg, type MadeCase, makeCase, sendParts } from './make.ts';
import type { Evidence } from './service.ts';

/** An open work item of a case, and its agent. */
export async function makeWork(evidence: Evidence, given?: MadeCase) {
  const made = given ?? (await makeCase(evidence));
  const agent = operator('field-agent');
  const workItemId = randomUUID();
  const assign = (changes: { assigneeId?: string | null; isOpen?: boolean } = {}) =>
    evidence.deliver(fieldWorkAssignmentChanged, {
      ...{ workItemId, caseId: made.caseId, providerId: made.providerId, requirementKey: 'identity' },
      ...{ assigneeId: agent.userId, isOpen: true, occurredAt: evidence.clock.now.toISOString() },
      ...changes,
    });
  await assign();
  return { made, agent, workItemId, assign, path: `/operations/field-work-items/${workItemId}/photos` };
}
export type Work = Awaited<ReturnType<typeof makeWork>>;

export function photoOf(image: Buffer, changes: object = {}) {
  const sha256 = createHash('sha256').update(image).digest('hex');
  return { id: randomUUID(), mediaType: 'image/jpeg', sizeBytes: image.length, sha256, ...changes };
}

/** Returns a photo whose parts are sent. */
export async function makePhoto(evidence: Evidence, { path, agent }: Work, image = jpeg()) {
  const body = photoOf(image);
  const opened = await evidence.post(path, { actor: agent, body });
  if (opened.status !== 201) throw new Error(`No photo: ${JSON.stringify(opened.body)}`);
  await sendParts(evidence, opened.body, image);
  const confirm = (actor: Actor = agent) => evidence.post(`${path}/${body.id}/confirm`, { actor });
  return { id: body.id, body, opened: opened.body, confirm };
}
