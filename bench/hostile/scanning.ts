import { createHash, randomUUID } from 'node:crypto';
import type { Client } from '../../demo/client.ts';
import { type Document, makePdf } from '../../demo/documents.ts';
import { readIntent } from '../../demo/steps/evidence.ts';
import { stallingPdf } from '../../services/evidence/test/documents/hostile-documents.ts';
import { awaitScan, confirmDocument, type UploadedDocument, uploadDocuments } from '../uploaded-documents.ts';
import type { Scenario } from './scenario.ts';

const attackers = 3;
const bombs = 10;
const rounds = 3;
const honest = 8;
// Below the limit of 20 uploads per provider and hour.
const documentsPerProvider = 18;

/** Promise U4: documents that never finish opening do not delay other providers (ADR 0033). */
export const scanning: Scenario = {
  promise: 'U4',
  what: `${bombs} documents of ${attackers} providers whose opening never ends`,
  others: 'from the confirmation of a document to its being available',
  seconds: 10,
  async prepare(client) {
    const clean = await uploadDocuments(client, honest, documentsPerProvider, () => makePdf('An ordinary document'));
    const each = Math.ceil((bombs * rounds) / attackers);
    const stalling = await uploadDocuments(client, attackers, each, stallingDocument);
    return {
      requests: [
        async () => {
          const next = clean.shift();
          if (!next) throw new Error('No documents left: raise `documentsPerProvider`.');
          await confirmDocument(client, next);
          return (await awaitScan(client, next)) === 'available';
        },
      ],
      attack: async () => {
        const sent = stalling.splice(0, bombs);
        await Promise.all(sent.map((document) => confirmDocument(client, document)));
        return {
          async [Symbol.asyncDispose]() {
            // Withdrawn documents leave the queue; those being opened end by their deadline.
            for (const document of sent) await withdraw(client, document);
          },
        };
      },
    };
  },
};

const stalling = stallingPdf();
function stallingDocument(): Document {
  const bytes = Buffer.concat([stalling, Buffer.from(`%${randomUUID()}\n`)]);
  return { mediaType: 'application/pdf', bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function withdraw(client: Client, { owner, providerId, id }: UploadedDocument): Promise<void> {
  const { evidence } = await readIntent(client, owner, id);
  const path = { providerId, evidenceId: evidence?.evidenceId ?? '' };
  await client.as(owner).api.deleteEvidence({ params: { path } });
}
