import { createHash, randomUUID } from 'node:crypto';
import type { Client } from '../../demo/client.ts';
import { type Document, makePdf } from '../../demo/documents.ts';
import { stallingPdf } from '../../services/evidence/test/hostile-documents.ts';
import { confirmReady, type Ready, readReady, readyDocuments, resultOf } from '../ready-documents.ts';
import type { Scenario } from './scenario.ts';

const attackers = 3;
const bombs = 10;
const rounds = 3;
const honest = 8;
// A provider may open 20 uploads an hour.
const documentsEach = 18;

/** Promise U4: documents that come to no end keep nobody else's waiting (ADR 0033). */
export const scanning: Scenario = {
  promise: 'U4',
  what: `${bombs} documents of ${attackers} providers that come to no end`,
  others: 'from the confirmation of a document to its being available',
  seconds: 10,
  async prepare(client) {
    const clean = await readyDocuments(client, honest, documentsEach, () => makePdf('An ordinary document'));
    const each = Math.ceil((bombs * rounds) / attackers);
    const stalling = await readyDocuments(client, attackers, each, stallingDocument);
    return {
      uses: [
        async () => {
          const next = clean.shift();
          if (!next) throw new Error('There are no documents left.');
          await confirmReady(client, next);
          return (await resultOf(client, next)) === 'available';
        },
      ],
      attack: async () => {
        const sent = stalling.splice(0, bombs);
        await Promise.all(sent.map((one) => confirmReady(client, one)));
        return {
          async [Symbol.asyncDispose]() {
            // What is withdrawn is scanned no more, but what is open comes to its end.
            for (const one of sent) await withdraw(client, one);
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

async function withdraw(client: Client, { owner, providerId, id }: Ready): Promise<void> {
  const { evidence } = await readReady(client, { owner, id });
  await client.expect(200, 'DELETE', `/providers/${providerId}/evidence/${evidence?.evidenceId}`, { as: owner });
}
