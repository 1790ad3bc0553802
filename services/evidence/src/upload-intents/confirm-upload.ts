import { evidenceConfirmed } from '@trust/contracts/events/evidence';
import { type Idempotency, once } from '@trust/service-kit/idempotency';
import { emit } from '@trust/service-kit/outbox';
import { notFound, Problem } from '@trust/service-kit/problem';
import { type Reply, reply } from '@trust/service-kit/reply';
import type { AnyInput } from '@trust/service-kit/route';
import type { z } from 'zod';
import { type App, audit, type Trx } from '../app.ts';
import { contentIndexOf } from '../evidence-versions/content-index.ts';
import { countVersions, insertVersion, type NewVersion } from '../evidence-versions/queries.ts';
import { announceIntent } from './announce.ts';
import { type Found, findConfirmable, lockConfirmable, type Which } from './confirmable.ts';
import { assertConfirmable, confirmationBreach, type Upload } from './confirmation.ts';
import { assertRoomForVersion } from './contract.ts';
import { dropParts } from './drop-parts.ts';
import { partsOf } from './parts.ts';
import { endIntent, endSession, markUploading, readIntent } from './queries.ts';
import type { EvidenceConfirmation } from './schema.ts';

type Confirming = AnyInput & { actor: { userId: string }; providerId: string; idempotency: Idempotency | undefined };

/** Confirms one immutable evidence version against its case: all of it, or nothing (promise C4). `action`: for the audit log. */
export async function confirmUpload(input: Confirming, app: App, action: string, which: Which): Promise<Confirmation> {
  const { actor, providerId, idempotency } = input;
  const scope = { providerId, userId: actor.userId };
  const seen = await findConfirmable(app.db, providerId, which);
  if (!seen) throw notFound();
  // Reading, hashing and copying come first: no lock is held meanwhile. Where it cannot help, nothing is read.
  const upload = confirmationBreach(seen, scope, app.now()) ? undefined : await sealUpload(app, seen);

  return keepingOnlyIfConfirmed(app, seen, upload, (confirmed) =>
    app.db.transact((trx) =>
      once(trx, idempotency, async () => {
        const current = await lockConfirmable(trx, seen, which);
        if (!current) throw notFound();
        const confirmedAt = app.now();
        assertConfirmable(current, scope, upload, confirmedAt);
        const version = {
          id: app.newId(),
          evidenceId: app.newId(),
          uploadedBy: actor.userId,
          confirmedAt,
          sealed: upload.sealed,
          contentIndex: contentIndexOf(app.contentSecret, upload.sealed.sha256),
        };
        const evidenceId = await recordVersion(trx, current, version);
        const evidenceVersionId = version.id;
        await audit(trx, input, {
          action,
          objectType: 'evidence_version',
          objectId: evidenceVersionId,
          after: { intentId: current.intentId, evidenceId, caseId: current.caseId, state: 'submitted' },
        });
        confirmed();
        const processing = 'pending_scan' as const;
        return reply(
          { evidenceId, evidenceVersionId, confirmedAt: confirmedAt.toISOString(), processing },
          { status: 201 },
        );
      }),
    ),
  );
}

async function sealUpload({ store }: App, { uploadRef, sizeBytes, sessionId }: Found): Promise<Upload | undefined> {
  const sealed = await store.seal(uploadRef, partsOf(sizeBytes).length);
  return sealed && { sessionId, sealed };
}

async function recordVersion(trx: Trx, found: Found, version: NewVersion): Promise<string> {
  assertRoomForVersion(await countVersions(trx, found));
  const evidenceId = await insertVersion(trx, found, version);
  await endSession(trx, found.sessionId, 'confirmed');
  // Parts that went straight to the store are met here first.
  await markUploading(trx, found.intentId);
  await endIntent(trx, { id: found.intentId, state: 'uploading' }, 'submitted');
  const intent = await readIntent(trx, found.intentId);
  if (intent.state !== 'submitted') throw new Error('A confirmed upload did not submit its intent.');
  await announceIntent(trx, intent, 'submitted');
  await emit(trx, evidenceConfirmed, {
    evidenceVersionId: version.id,
    evidenceId,
    intentId: found.intentId,
    caseId: found.caseId,
    providerId: found.caseProvider,
    requirementKey: found.requirementKey,
    documentKind: found.documentKind,
    uploadedBy: version.uploadedBy,
    confirmedAt: version.confirmedAt.toISOString(),
  });
  return evidenceId;
}

type Confirmation = Reply<z.input<typeof EvidenceConfirmation>>;

/** Runs the transaction and then lets go of what is not needed: the parts of a confirmed upload, or a copy that came to nothing. */
async function keepingOnlyIfConfirmed(
  app: App,
  { uploadRef }: Found,
  upload: Upload | undefined,
  work: (confirmed: () => void) => Promise<Confirmation>,
): Promise<Confirmation> {
  let isConfirmed = false;
  const dropCopy = async () => upload && app.store.remove(upload.sealed.objectKey).catch(() => {});
  try {
    const answer = await work(() => {
      isConfirmed = true;
    });
    if (isConfirmed) await dropParts(app, uploadRef);
    else await dropCopy();
    return answer;
  } catch (error) {
    // Only a refusal is sure not to have committed. After anything else the copy may be evidence; if not, it is swept up later.
    if (error instanceof Problem) await dropCopy();
    throw error;
  }
}
