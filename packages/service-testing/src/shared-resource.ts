import { inject } from 'vitest';

/** Started on the first request by `test/global-setup.ts`. */
export async function sharedResource<Settings>(name: string): Promise<Settings> {
  const response = await fetch(`${inject('stack').resourcesUrl}/${name}`);
  const { settings, error } = (await response.json()) as { settings: Settings; error?: string };
  if (error) throw new Error(error);
  return settings;
}
