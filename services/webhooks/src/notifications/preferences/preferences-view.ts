import type { z } from 'zod';
import { notificationGroups } from '../../messages/groups.ts';
import { fixedGroup, type Preferences } from './preferences.ts';
import type { NotificationPreferences } from './schema.ts';

export function preferencesView(preferences: Preferences): z.input<typeof NotificationPreferences> {
  const groups = notificationGroups.map((group) => ({
    group,
    ...preferences.groups[group],
    canChange: group !== fixedGroup,
  }));
  return { ...preferences, groups };
}
