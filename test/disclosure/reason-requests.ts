import { eventually } from '../../demo/client.ts';
import type { World } from '../authorization/world.ts';
import type { RawClient } from '../raw-client.ts';
import { canaryReason, successStatuses } from './canary-values.ts';
import type { Ask } from './subject-requests.ts';

type CaseList = { items: { id: string; categoryKey: string; state: string }[] };

/** No operator writes the same. */
export const ownReason = (what: string) => canaryReason(`we ask for ${what}`);

/** Gives reasons where only the one of an operator is kept (docs/domain/audit.md 7). */
export async function giveReasons({ ours, sessions }: World, client: RawClient, owner: Ask): Promise<void> {
  const provider = `/providers/${ours.id}`;
  const categoryKey = 'locksmith';
  const category = `${provider}/categories/${categoryKey}`;
  await owner(successStatuses, 'PUT', category, { reason: ownReason('a category') });
  const withdrawOpen = async () => {
    const { id } = await eventually('an open case', async () => {
      const path = `${provider}/verification-cases`;
      const { body } = await client.expectOneOf<CaseList>([200], 'GET', path, { as: sessions.owner });
      return body.items.find((one) => one.categoryKey === categoryKey && one.state === 'awaiting_evidence');
    });
    await owner(successStatuses, 'POST', `/verification-cases/${id}/withdraw`, { reason: ownReason('no case') });
  };
  await withdrawOpen();
  const opened = { categoryKey, kind: 'initial', reason: ownReason('a case') };
  await owner(successStatuses, 'POST', `${provider}/verification-cases`, opened);
  await withdrawOpen();
  await owner(successStatuses, 'DELETE', `${category}?reason=${encodeURIComponent(ownReason('no category'))}`);
  for (const transition of ['unpublish', 'publish'])
    await owner(successStatuses, 'POST', `${provider}/transitions`, { transition, reason: ownReason(transition) });
}
