import type { OperatorRole } from '@trust/contracts/permissions';
import type { Session } from '../../demo/client.ts';
import type { Stage } from '../../demo/journey.ts';
import type { Platform } from '../platform.ts';
import type { RawClient } from '../raw-client.ts';

type Desk = { client: RawClient } & Pick<Stage, 'operator'>;

/** Three operators do it, as the platform wants it (promise T5). */
/** `workName`: of somebody who had no role before. */
export async function grantRole(
  { client, operator }: Desk,
  userId: string,
  role: OperatorRole,
  workName?: string,
): Promise<void> {
  const reason = 'To test what the role may do.';
  const { body } = await client.expect<{ id: string }>(200, 'POST', '/operations/role-requests', {
    as: await operator('security'),
    body: { userId, role, reason, ...(workName && { workName }) },
  });
  for (const approver of ['supervisor', 'supervisor2'] as const)
    await client.expect(200, 'POST', `/operations/role-requests/${body.id}/approvals`, {
      as: await operator(approver),
      body: { decision: 'approve', reason },
    });
}

export async function personOf(platform: Platform, { sessionId }: Session): Promise<string> {
  const query = 'select person_id from session where id = $1';
  const [row] = await platform.rows<{ person_id: string }>('identity', query, [sessionId]);
  return row?.person_id ?? '';
}
