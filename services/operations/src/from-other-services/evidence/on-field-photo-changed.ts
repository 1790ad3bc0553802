import { fieldPhotoChanged, fieldPhotoSnapshot } from '@trust/contracts/events/evidence';
import { on } from '../../app.ts';
import { savePhoto } from './queries.ts';

export const onFieldPhotoChanged = [fieldPhotoChanged, fieldPhotoSnapshot].map((type) =>
  on(type, (payload, { trx }) => savePhoto(trx, payload)),
);
