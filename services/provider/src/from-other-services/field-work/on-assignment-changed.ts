import { fieldWorkAssignmentChanged, fieldWorkAssignmentSnapshot } from '@trust/contracts/events/field-work';
import { saveState } from '@trust/service-kit/inbox/projection';
import { on } from '../../app.ts';

export const onAssignmentChanged = on.each(
  [fieldWorkAssignmentChanged, fieldWorkAssignmentSnapshot],
  async ({ workItemId, providerId, assigneeId, isOpen }, { trx }) => {
    const row = { work_item_id: workItemId, provider_id: providerId, assignee_id: assigneeId, is_open: isOpen };
    await saveState(trx, 'visit_agent', { key: 'work_item_id' }, row);
  },
);
