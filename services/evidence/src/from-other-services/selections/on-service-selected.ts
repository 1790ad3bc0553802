import { serviceSelected } from '@trust/contracts/events/provider';
import { on } from '../../app.ts';
import { saveSelection } from './queries.ts';

export const onServiceSelected = on(serviceSelected, (payload, { trx }) => saveSelection(trx, payload));
