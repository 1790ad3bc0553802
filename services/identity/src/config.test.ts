import { readConfig } from '@trust/service-kit/config';
import { expect, test } from 'vitest';
import { Config } from './config.ts';

const read = (SMS_COUNTRIES?: string) =>
  readConfig(Config.pick({ SMS_COUNTRIES: true }), { SMS_COUNTRIES }).SMS_COUNTRIES;

test('A6 requires SMS_COUNTRIES', () => {
  expect(read('BE, FR')).toEqual(['BE', 'FR']);
  for (const wrong of [undefined, '', 'BE,Belgium', '+32']) expect(() => read(wrong)).toThrow(/SMS_COUNTRIES/);
});
