import { serviceRemoved, serviceSelected, serviceSnapshot } from '@trust/contracts/events/provider';
import { on } from '../../app.ts';
import { removeService, saveService } from './queries.ts';

export const onServiceChanged = [
  on(serviceSelected, (selection, { trx }) => saveService(trx, { ...selection, isActive: true })),
  on(serviceRemoved, (selection, { trx }) => removeService(trx, selection)),
  on(serviceSnapshot, (selection, { trx }) =>
    saveService(trx, { ...selection, isActive: selection.state === 'active' }),
  ),
];
