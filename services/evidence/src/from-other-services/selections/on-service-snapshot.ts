import { serviceSnapshot } from '@trust/contracts/events/provider';
import { on } from '../../app.ts';
import { removeSelection, saveSelection } from './queries.ts';

export const onServiceSnapshot = on(serviceSnapshot, async ({ state, ...selection }, { trx }) => {
  await saveSelection(trx, selection);
  if (state === 'removed') await removeSelection(trx, selection.selectionId);
});
