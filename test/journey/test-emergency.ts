import { expect, test } from 'vitest';
import { eventually } from '../../demo/client.ts';
import type { Published } from '../../demo/journey.ts';
import { emergencyEffects, liftAction, takeAction } from './emergency-effects.ts';
import type { Journey } from './journey.ts';

export function testEmergency(journey: () => Journey, published: () => Published): void {
  test('Z5 an emergency action of every kind takes effect in the owning service, and ends when it is lifted', async () => {
    const security = await journey().stage.operator('security');
    for (const effect of await emergencyEffects(journey(), published())) {
      const { kind, isInForce } = effect;
      expect(await isInForce(), kind).toBe(false);
      const actionId = await takeAction(journey(), security, effect);
      await eventually(`${kind} is in force`, async () => (await isInForce()) || undefined);
      await liftAction(journey(), security, actionId);
      // Ended sessions stay ended.
      if (kind === 'revoke_sessions') continue;
      await eventually(`${kind} has ended`, async () => !(await isInForce()) || undefined);
    }
  }, 60_000);
}
