import { fieldPhotoChanged, fieldPhotoSnapshot } from '@trust/contracts/events/evidence';
import { projection } from '../../app.ts';

export const onFieldPhotoChanged = projection({
  of: [fieldPhotoChanged, fieldPhotoSnapshot],
  table: 'field_photo',
  key: ['work_item_id', 'agent_id', 'photo_id'],
  row: ({ workItemId, agentId, photoId, state }) => ({
    work_item_id: workItemId,
    agent_id: agentId,
    photo_id: photoId,
    state,
  }),
});
