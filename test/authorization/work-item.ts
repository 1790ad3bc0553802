import { eventually, type Session } from '../../demo/client.ts';
import { submitEvidence } from '../../demo/steps/evidence.ts';
import { claimReview } from '../../demo/steps/review.ts';
import { awaitCase, centre, squareAround } from '../../demo/steps/workspace.ts';
import type { RawClient } from '../raw-client.ts';

type People = { owner: Session; reviewer: Session; supervisor: Session; agent: Session };

/** Childcare and nurseries ask for a visit, of premises; an organisation can be the latter only. `reviewer` has the duty of its case. */
export async function openVisitedCase(client: RawClient, providerId: string, by: People) {
  const { api } = client.as(by.owner);
  const premises = { latitude: 48.87, longitude: 2.37, addressLabel: '3 rue des Tests', consent: true as const };
  const privateBase = { latitude: 48.85, longitude: 2.34 };
  await api.putLocation({
    body: { privateBase, publicPremises: premises, serviceArea: squareAround(centre, 0.15) },
  });
  await api.putService({ params: { path: { categoryKey: 'nursery' } } });
  const opened = await awaitCase(client, by.owner, providerId, 'nursery');
  await submitEvidence(client, by.owner, opened);
  await claimReview(client, by.reviewer, opened.id);
  const assigneeId = (await client.as(by.agent).api.getAccountProfile()).id;
  const body = {
    caseId: opened.id,
    requirementKey: 'premises-visit',
    assigneeId,
    reason: 'Somebody has to see the rooms.',
  };
  const path = '/operations/field-work-items';
  const item = await client.expect<{ id: string }>(201, 'POST', path, { as: by.supervisor, body });
  await awaitPremises(client, by.agent, `${path}/${item.body.id}`);
  return { visitedCaseId: opened.id, workItemId: item.body.id };
}

/** Until the event of the assignment has arrived at provider. */
export async function awaitPremises(client: RawClient, agent: Session, itemPath: string): Promise<void> {
  await eventually('the premises to visit', async () => {
    const { status } = await client.call('GET', `${itemPath}/premises`, { as: agent });
    return status === 200 || undefined;
  });
}
