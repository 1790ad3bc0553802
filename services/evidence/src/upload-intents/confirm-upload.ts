import { evidenceConfirmed } from '@trust/contracts/events/evidence';
import { emit } from '@trust/service-kit/events/outbox';
import { type Idempotency, once } from '@trust/service-kit/http/idempotency';
import { notFound, Problem } from '@trust/service-kit/http/problem';
import { type Reply, reply } from '@trust/service-kit/http/reply';
import type { AnyInput } from '@trust/service-kit/http/route';
import type { z } from 'zod';
import { type App, audit, type Trx } from '../app.ts';
import { contentIndexOf } from '../evidence-versions/content-index.ts';
import { insertVersion, type NewVersion, type Past } from '../evidence-versions/queries.ts';
import { announceIntent } from './announce.ts';
import { type Found, findConfirmable, lockConfirmable, type Which } from './confirmable.ts';
import { assertConfirmable, confirmationBreach, type Upload } from './confirmation.ts';
import { assertRoomForVersion } from './contract.ts';
import { dropParts } from './drop-parts.ts';
import { partsOf } from './parts.ts';
import { markUploading } from './queries.ts';
import type { EvidenceConfirmation } from './schema.ts';

type Confirming = AnyInput & { actor: { userId: string }; providerId: string; idempotency: Idempotency | undefined };

/** Confirms one immutable evidence version against its case: all of it, or nothing (promise C4). */
export async function confirmUpload(input: Confirming, app: App, which: Which): Promise<Confirmation> {
  const { actor, providerId, idempotency } = input;
  const scope = { providerId, userId: actor.userId };
  const seen = await findConfirmable(app.db, providerId, which);
  if (!seen) throw notFound();
  // Reading, hashing and copying come first: no lock is held meanwhile. Where it cannot help, nothing is read.
  const upload = confirmationBreach(seen, scope, app.now()) ? undefined : await sealUpload(app, seen);

  return keepingOnlyIfConfirmed(app, seen, upload, (confirmed) =>
    app.db.transact((trx) =>
      once(trx, idempotency, async () => {
        const { current, past } = await lockConfirmable(trx, seen, which);
        if (!current) throw notFound();
        const confirmedAt = app.now();
        assertConfirmable(current, scope, upload, confirmedAt);
        assertRoomForVersion(past.versions);
        const evidenceId = past.evidenceId ?? app.newId();
        const version = {
          id: app.newId(),
          evidenceId,
          uploadedBy: actor.userId,
          confirmedAt,
          sealed: upload.sealed,
          contentIndex: contentIndexOf(app.contentSecret, upload.sealed.sha256),
        };
        await recordVersion(trx, current, past, version);
        const evidenceVersionId = version.id;
        await audit(trx, input, {
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

async function recordVersion(trx: Trx, found: Found, past: Past, version: NewVersion): Promise<void> {
  // Parts that went straight to the store are met here first.
  if (found.intentState === 'open') await markUploading(trx, found.intentId);
  if (!(await insertVersion(trx, found, past, version)))
    throw new Error('A confirmed upload did not submit its intent.');
  const { intentId, caseId, caseProvider: providerId, requirementKey, documentKind } = found;
  const intent = { id: intentId, provider_id: providerId, case_id: caseId, requirement_key: requirementKey };
  await announceIntent(trx, intent, 'submitted');
  await emit(trx, evidenceConfirmed, {
    evidenceVersionId: version.id,
    evidenceId: version.evidenceId,
    intentId,
    caseId,
    providerId,
    requirementKey,
    documentKind,
    uploaderId: version.uploadedBy,
    confirmedAt: version.confirmedAt.toISOString(),
  });
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
