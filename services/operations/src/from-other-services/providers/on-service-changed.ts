import { serviceRemoved, serviceSelected, serviceSnapshot } from '@trust/contracts/events/provider';
import { on } from '../../app.ts';
import { notifyOperator } from '../../notify-operator.ts';
import { removeService, saveService } from './queries.ts';

export const onServiceChanged = [
  on(serviceSelected, async (selection, { trx }) => {
    await saveService(trx, { ...selection, isActive: true });
    const { removerId: userId, providerId: id } = selection;
    if (userId) await notifyOperator(trx, { userId, template: 'measure_ended', type: 'provider', id });
  }),
  on(serviceRemoved, (selection, { trx }) => removeService(trx, selection)),
  on(serviceSnapshot, (selection, { trx }) =>
    saveService(trx, { ...selection, isActive: selection.state === 'active' }),
  ),
];
