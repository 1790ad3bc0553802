import { refusalsChanged } from '@trust/contracts/events/verification';
import type { StandingRefusal } from '@trust/contracts/reasons/standing-refusals';
import type { Verification } from './service.ts';

/** What hides categories of the provider, as last announced. */
export async function refusalsOf(
  service: Verification,
  { providerId }: { providerId: string },
): Promise<StandingRefusal[]> {
  return (await service.emitted(refusalsChanged)).findLast((one) => one.providerId === providerId)?.refusals ?? [];
}
