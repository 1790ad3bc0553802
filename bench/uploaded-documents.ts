import { type Client, eventually, type Session } from '../demo/client.ts';
import type { Document } from '../demo/documents.ts';
import { confirm, openIntent, putParts, readIntent } from '../demo/steps/evidence.ts';
import { newPhoneNumber, signIn } from '../demo/steps/sign-in.ts';
import { awaitCase, completeWorkspace, register } from '../demo/steps/workspace.ts';
import { isProblem } from '../packages/client/src/client.ts';

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
  await confirm(client, owner, id);
}

/** Returns the processing state after the scan. Repeats requests that the platform rejects. */
export function awaitScan(client: Client, { owner, id }: UploadedDocument): Promise<string> {
  return eventually('the scan of a document', async () => {
    const intent = await readIntent(client, owner, id).catch(ignoreProblem);
    const processing = intent?.evidence?.processing;
    return processing === 'pending_scan' ? undefined : processing;
  });
}

function ignoreProblem(error: unknown): undefined {
  if (!isProblem(error)) throw error;
}
