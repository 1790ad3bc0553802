import { inject } from 'vitest';

/** The settings of something that all test files share, from `test/global-setup.ts`, which starts it on the first request. */
export async function sharedResource<Settings>(name: string): Promise<Settings> {
  const response = await fetch(`${inject('stack').resourcesUrl}/${name}`);
  const { settings, error } = (await response.json()) as { settings: Settings; error?: string };
  if (error) throw new Error(error);
  return settings;
}
