import { fieldWorkAssignmentChanged, fieldWorkAssignmentSnapshot } from '@trust/contracts/events/field-work';
import { projection } from '../../app.ts';

export const onAssignmentChanged = projection({
  of: [fieldWorkAssignmentChanged, fieldWorkAssignmentSnapshot],
  table: 'field_work_assignment',
  key: 'work_item_id',
  row: ({ workItemId, caseId, providerId, requirementKey, assigneeId, isOpen }) => ({
    work_item_id: workItemId,
    case_id: caseId,
    provider_id: providerId,
    requirement_key: requirementKey,
    assignee_id: assigneeId,
    is_open: isOpen,
  }),
});
