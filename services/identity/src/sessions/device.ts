import type { Language, Text } from '@trust/contracts/values/text';
import { BROWSER_MAP, OS_MAP, PLATFORMS_MAP, parse } from 'bowser';

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
// Limits the time of parsing; browsers send shorter ones.
const maxUserAgentLength = 400;

/** Returns only names from the library's lists, never text that the client sent. */
export function deviceOf(userAgent: string | undefined): Device {
  if (!userAgent || userAgent.length > maxUserAgentLength) return unknown;
  const { browser, os, platform } = parse(userAgent);
  const known = (names: Set<string>, name: string | undefined) => (name && names.has(name) ? name : null);
  return {
    kind: known(kinds, platform.type),
    browser: known(browsers, browser.name),
    system: known(systems, os.name),
  };
}

export function labelOf({ browser, system }: Device, language: Language): string {
  const names = [browser, system].filter((name) => name !== null);
  return names.join(separators[language]) || unnamed[language];
}

const separators: Text = { en: ' on ', fr: ' sur ' };
const unnamed: Text = { en: 'Unnamed device', fr: 'Appareil sans nom' };
