import type { Language } from '@trust/contracts/values/text';
import { z } from 'zod';
import type { Db } from '../../app.ts';
import { type NotificationGroup, notificationGroups } from '../../messages/groups.ts';
import { findPreference, type PreferenceRow } from './queries.ts';
import type { QuietHours } from './quiet-hours.ts';
import { GroupChoice } from './schema.ts';

export type Preferences = {
  locale: Language | null;
  quietHours: QuietHours | null;
  groups: Record<NotificationGroup, { push: boolean; email: boolean }>;
  revision: number;
};

/** Notices about the safety of an account: they cannot be switched off, and quiet hours do not hold them. */
export const fixedGroup = 'security' satisfies NotificationGroup;

/** The app of a provider and the desk of an operator show these: no e-mail unless the person chooses it. */
const withoutEmail: readonly NotificationGroup[] = ['documents', 'work'];

const Choices = z.array(GroupChoice);

export async function readPreferences(db: Db, userId: string): Promise<Preferences> {
  return preferencesOf(await findPreference(db, userId));
}

export function preferencesOf(row: PreferenceRow | undefined): Preferences {
  const chosen = new Map(Choices.parse(row?.groups ?? []).map(({ group, ...channels }) => [group, channels]));
  const channelsOf = (group: NotificationGroup) => {
    const defaults = { push: true, email: !withoutEmail.includes(group) };
    return group === fixedGroup ? defaults : (chosen.get(group) ?? defaults);
  };
  const { quiet_start: start, quiet_end: end, time_zone: timeZone } = row ?? {};
  return {
    locale: (row?.locale ?? null) as Language | null,
    quietHours: start && end && timeZone ? { start, end, timeZone } : null,
    groups: Object.fromEntries(notificationGroups.map((group) => [group, channelsOf(group)])) as Preferences['groups'],
    revision: row?.revision ?? 0,
  };
}
