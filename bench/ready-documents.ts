import { type Client, eventually, type Session } from '../demo/client.ts';
import type { Document } from '../demo/documents.ts';
import { type Intent, openIntent, putParts } from '../demo/steps/evidence.ts';
import { newPhoneNumber, signIn } from '../demo/steps/sign-in.ts';
import { awaitCase, completeWorkspace, register } from '../demo/steps/workspace.ts';

/** A document that is with the store, and needs only to be confirmed. */
export type Ready = { owner: Session; providerId: string; id: string };

/** So many documents of each provider, in an order that goes round between them. */
export async function readyDocuments(
  client: Client,
  providers: number,
  each: number,
  make: () => Document,
): Promise<Ready[]> {
  const open: (() => Promise<Ready>)[] = [];
  for (let name = 1; name <= providers; name++) {
    const owner = await signIn(client, newPhoneNumber());
    const { id: providerId } = await register(client, owner, `Provider ${name}`);
    await completeWorkspace(client, owner);
    const { id: caseId, requirements } = await awaitCase(client, owner, providerId);
    // One of several, so that the case goes on waiting.
    const requirement = requirements.find(({ mediaTypes }) => mediaTypes.includes('application/pdf'));
    if (!requirement) throw new Error('No requirement takes a PDF.');
    open.push(async () => {
      const document = make();
      const intent = await openIntent(client, owner, { caseId, requirement, document });
      await putParts(client, intent, document);
      return { owner, providerId, id: intent.id };
    });
  }
  const ready: Ready[] = [];
  for (let round = 0; round < each; round++) for (const one of open) ready.push(await one());
  return ready;
}

export async function confirmReady(client: Client, { owner, id }: Ready): Promise<void> {
  await client.expect(201, 'POST', `/provider-workspace/me/upload-intents/${id}/confirm`, { as: owner });
}

export async function readReady(client: Client, { owner, id }: Pick<Ready, 'owner' | 'id'>): Promise<Intent> {
  const { body } = await client.expect<Intent>(200, 'GET', `/provider-workspace/me/upload-intents/${id}`, {
    as: owner,
  });
  return body;
}

/** What a document has become once it is scanned. A platform that is too busy to say is asked again. */
export function resultOf(client: Client, { owner, id }: Ready): Promise<string> {
  return eventually('the scan of a document', async () => {
    const path = `/provider-workspace/me/upload-intents/${id}`;
    const { status, body } = await client.call<Intent>('GET', path, { as: owner });
    const processing = status === 200 ? body.evidence?.processing : undefined;
    return processing === 'pending_scan' ? undefined : processing;
  });
}
