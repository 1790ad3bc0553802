import { fieldPhotoChanged, type fieldPhotoStates } from '@trust/contracts/events/evidence';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { findPhoto } from './queries.ts';

export type PhotoState = (typeof fieldPhotoStates)[number];

export async function announcePhoto(
  trx: Trx,
  versionId: string,
  state: PhotoState,
  at: Date,
  as = fieldPhotoChanged,
): Promise<void> {
  await emit(trx, as, { ...(await findPhoto(trx, versionId)), state, occurredAt: at.toISOString() });
}
