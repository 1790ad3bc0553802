import type { AnyInput } from '@trust/service-kit/request-info';
import { audit, type Trx } from '../../app.ts';

/** The ids of both versions, never a name (docs/domain/audit.md 6). */
export function auditSubject(
  trx: Trx,
  input: AnyInput & { providerId: string },
  { before, after }: { before: string | undefined; after: string },
): Promise<void> {
  return audit(trx, input, {
    objectType: 'provider',
    objectId: input.providerId,
    before: { subjectId: before ?? null },
    after: { subjectId: after },
  });
}
