import type { App } from '../../app.ts';
import { lockProvider } from '../../from-other-services/providers.ts';
import { openMissingCases, withdrawOpenCases } from './open-and-withdraw.ts';
import { findWithdrawable } from './queries.ts';

/** Withdraws the cases of one provider that a freeze has kept open. False if there are none. */
export function withdrawUnfrozenCases(app: App): Promise<boolean> {
  return app.db.transact(async (trx) => {
    const due = await findWithdrawable(trx, app.now());
    if (!due) return false;
    const { providerId, selectionId, isClosed } = due;
    await lockProvider(trx, providerId);
    await withdrawOpenCases(trx, app, isClosed ? { providerId } : { selectionId });
    await openMissingCases(trx, app, providerId);
    return true;
  });
}
