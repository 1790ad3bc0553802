import { refusalsChanged } from '@trust/contracts/events/verification';
import type { StandingRefusal } from '@trust/contracts/reasons/standing-refusals';
import { makeClaim, makePublished, type Owner } from './make.ts';
import type { ProviderService } from './service.ts';

/** Cares and teaches, with a course in each; both categories ask for a criminal record, cleaning does not. */
export async function makeCarer(service: ProviderService): Promise<Owner> {
  const owner = await makePublished(service, { category: 'home-care' });
  for (const category of ['private-tutor', 'cleaning'])
    await service.put(`/provider-workspace/me/services/${category}`, { actor: owner.actor });
  for (const [categoryKey, type] of [
    ['home-care', 'first_aid_trained'],
    ['private-tutor', 'academic_qualification'],
    ['cleaning', 'identity_confirmed'],
  ])
    await makeClaim(service, owner.id, { categoryKey, type });
  service.advanceClock(86_400);
  return owner;
}

/** As verification announces it: a claim about a person that was refused for good now, in a case of the provider. */
export async function refuse(
  service: ProviderService,
  { id }: Pick<Owner, 'id'>,
  { isElsewhere = false, ...of }: Partial<StandingRefusal> & { isElsewhere?: boolean } = {},
): Promise<void> {
  const now = service.clock.now.toISOString();
  const { categoryKey = 'home-care', ...rest } = of;
  const refusal = {
    claimType: 'background_check_clear',
    isAboutPerson: true,
    firstRefusedAt: now,
    refusedAt: now,
    ...rest,
  };
  await announce(service, id, [...(await listed(service, id)), { ...refusal, ...(!isElsewhere && { categoryKey }) }]);
}

/** Appeals set every refusal aside. */
export const takeBackRefusals = (service: ProviderService, { id }: Pick<Owner, 'id'>): Promise<void> =>
  announce(service, id, []);

async function announce(service: ProviderService, providerId: string, refusals: StandingRefusal[]): Promise<void> {
  await service.deliver(refusalsChanged, { providerId, refusals, occurredAt: service.clock.now.toISOString() });
}

async function listed(service: ProviderService, providerId: string): Promise<StandingRefusal[]> {
  const row = await service.db
    .selectFrom('refusal_projection')
    .select('refusals')
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  return (row?.refusals ?? []) as StandingRefusal[];
}
