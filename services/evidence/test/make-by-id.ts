import { randomUUID } from 'node:crypto';
import { contractFor, type MadeCase, pdf, sendParts } from './make.ts';
import type { Evidence } from './service.ts';

export const evidenceOf = ({ providerId }: { providerId: string }) => `/providers/${providerId}/evidence`;

export function openSession(evidence: Evidence, made: MadeCase, body: object, key: string = randomUUID()) {
  const headers = { 'idempotency-key': key };
  return evidence.post(`${evidenceOf(made)}/upload-sessions`, { actor: made.rep, body, headers });
}

export function confirmSession(evidence: Evidence, made: MadeCase, uploadSessionId: string) {
  return evidence.post(evidenceOf(made), { actor: made.rep, body: { uploadSessionId } });
}

export async function submitById(
  evidence: Evidence,
  made: MadeCase,
  overrides: object = {},
  document = pdf(),
): Promise<{ evidenceId: string; evidenceVersionId: string }> {
  const opened = await openSession(evidence, made, contractFor(made, document, overrides));
  if (opened.status !== 201) throw new Error(`No session: ${JSON.stringify(opened.body)}`);
  await sendParts(evidence, opened.body, document);
  const { status, body } = await confirmSession(evidence, made, opened.body.session.id);
  if (status !== 201) throw new Error(`Not confirmed: ${JSON.stringify(body)}`);
  return body;
}
