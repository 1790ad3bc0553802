import { serviceRemoved } from '@trust/contracts/events/provider';
import { on } from '../../app.ts';
import { removeSelection } from './queries.ts';

export const onServiceRemoved = on(serviceRemoved, ({ selectionId }, { trx }) => removeSelection(trx, selectionId));
