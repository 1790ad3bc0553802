import { randomUUID } from 'node:crypto';
import { serviceSelected } from '@trust/contracts/events/provider';
import type { Provider } from './make.ts';
import { makeVersion, type VersionOptions } from './make-version.ts';
import type { Verification } from './service.ts';

/** Another category of the provider with the same claim types. Its first case opens, unless the provider must wait. */
export async function addCategory(
  service: Verification,
  provider: Provider,
  of: VersionOptions = {},
): Promise<Provider> {
  const { categoryKey, requirementVersionId } = await makeVersion(service, of);
  const selectionId = randomUUID();
  const { providerId } = provider;
  await service.deliver(serviceSelected, { providerId, selectionId, categoryKey, requirementVersionId });
  return { ...provider, categoryKey, requirementVersionId, selectionId };
}
