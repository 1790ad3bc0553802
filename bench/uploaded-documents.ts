import { type Client, eventually, type Session } from '../demo/client.ts';
import type { Document } from '../demo/documents.ts';
import { type Intent, openIntent, putParts } from '../demo/steps/evidence.ts';
import { newPhoneNumber, signIn } from '../demo/steps/sign-in.ts';
import { awaitCase, completeWorkspace, register } from '../demo/steps/workspace.ts';

/** A document whose parts are uploaded and whose intent is not confirmed. */
export type UploadedDocument = { owner: Session; providerId: string; id: string };

/** Uploads `each` documents per provider; the result has the providers in turn. */
export async function uploadDocuments(
  client: Client,
  providers: number,
  each: number,
  make: () => Document,
): Promise<UploadedDocument[]> {
  const uploads: (() => Promise<UploadedDocument>)[] = [];
  for (let name = 1; name <= providers; name++) {
    const owner = await signIn(client, newPhoneNumber());
    const { id: providerId } = await register(client, owner, `Provider ${name}`);
    await completeWorkspace(client, owner);
    const { id: caseId, requirements } = await awaitCase(client, owner, providerId);
    // The case has more requirements, so it continues to accept documents.
    const requirement = requirements.find(({ mediaTypes }) => mediaTypes.includes('application/pdf'));
    if (!requirement) throw new Error('No requirement takes a PDF.');
    uploads.push(async () => {
      const document = make();
      const intent = await openIntent(client, owner, { caseId, requirement, document });
      await putParts(client, intent, document);
      return { owner, providerId, id: intent.id };
    });
  }
  const documents: UploadedDocument[] = [];
  for (let round = 0; round < each; round++) for (const upload of uploads) documents.push(await upload());
  return documents;
}

export async function confirmDocument(client: Client, { owner, id }: UploadedDocument): Promise<void> {
  await client.expect(201, 'POST', `/provider-workspace/me/upload-intents/${id}/confirm`, { as: owner });
}

export async function readDocumentIntent(
  client: Client,
  { owner, id }: Pick<UploadedDocument, 'owner' | 'id'>,
): Promise<Intent> {
  const { body } = await client.expect<Intent>(200, 'GET', `/provider-workspace/me/upload-intents/${id}`, {
    as: owner,
  });
  return body;
}

/** Returns the processing state after the scan. Repeats requests that the platform rejects. */
export function awaitScan(client: Client, { owner, id }: UploadedDocument): Promise<string> {
  return eventually('the scan of a document', async () => {
    const path = `/provider-workspace/me/upload-intents/${id}`;
    const { status, body } = await client.call<Intent>('GET', path, { as: owner });
    const processing = status === 200 ? body.evidence?.processing : undefined;
    return processing === 'pending_scan' ? undefined : processing;
  });
}
