import type { Language, Text } from '@trust/contracts/text';
import { BROWSER_MAP, OS_MAP, PLATFORMS_MAP, parse } from 'bowser';

/** What sort of machine a session is on, as far as its owner needs it to tell one from another. Null is what was not recognised. */
export type Device = { kind: string | null; browser: string | null; system: string | null };

const unknown: Device = { kind: null, browser: null, system: null };
const kinds = new Set<string>([
  PLATFORMS_MAP.desktop,
  PLATFORMS_MAP.mobile,
  PLATFORMS_MAP.tablet,
  PLATFORMS_MAP.tv,
] as string[]);
const browsers = new Set<string>(Object.values(BROWSER_MAP));
const systems = new Set<string>(Object.values(OS_MAP));
/** Longer ones are not what a browser sends, and not worth the time. */
const longestUserAgent = 400;

/** The device that a `User-Agent` speaks of: only names that the library knows, so that nothing a client wrote is kept. */
export function deviceOf(userAgent: string | undefined): Device {
  if (!userAgent || userAgent.length > longestUserAgent) return unknown;
  const { browser, os, platform } = parse(userAgent);
  const known = (names: Set<string>, name: string | undefined) => (name && names.has(name) ? name : null);
  return {
    kind: known(kinds, platform.type),
    browser: known(browsers, browser.name),
    system: known(systems, os.name),
  };
}

/** What a session is called until its owner names it: `Firefox on Windows`. */
export function labelOf({ browser, system }: Device, language: Language): string {
  const names = [browser, system].filter((name) => name !== null);
  return names.join(joins[language]) || unnamed[language];
}

const joins: Text = { en: ' on ', fr: ' sur ' };
const unnamed: Text = { en: 'Unnamed device', fr: 'Appareil sans nom' };
