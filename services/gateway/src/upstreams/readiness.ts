import type { ReadyCheck } from '@trust/service-kit/listen';

/**
 * Unavailable until the first success, so that a deploy waits; then degraded. Every gateway loses the same service, and
 * a load balancer would stop all of them, with the routes of all other services.
 */
export function requiredAtStart(isReady: () => boolean | Promise<boolean>): ReadyCheck {
  let hasBeenReady = false;
  return async () => {
    if (await isReady()) {
      hasBeenReady = true;
      return undefined;
    }
    if (!hasBeenReady) throw new Error('not ready');
    return 'degraded';
  };
}
