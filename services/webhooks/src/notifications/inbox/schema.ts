import { notificationTemplates, notifiedWork } from '@trust/contracts/events/any';
import { PageQuery } from '@trust/contracts/page';
import { z } from 'zod';
import { notificationGroups } from '../../messages/catalogue.ts';

const sinceExample = 'Xq7hP2vR9c0tYb1nWq5kD3mLsZ8aFgJu6oEiN4xQ';

export const NotificationQuery = PageQuery.extend({
  group: z.enum(notificationGroups).optional(),
  since: z
    .string()
    .optional()
    .meta({ examples: [sinceExample] }),
});

export const Notification = z
  .object({
    id: z.uuid(),
    group: z.enum(notificationGroups).meta({ examples: ['cases'] }),
    type: z.enum(notificationTemplates).meta({ examples: ['case_decided'] }),
    title: z.string().meta({ examples: ['Decision available'] }),
    text: z.string().meta({ examples: ['A verification has been decided. Open your workspace to read the decision.'] }),
    providerId: z.uuid().nullable(),
    caseId: z.uuid().nullable(),
    claimId: z.uuid().nullable(),
    enquiryId: z.uuid().nullable(),
    reviewId: z.uuid().nullable(),
    disputeId: z.uuid().nullable(),
    reportId: z.uuid().nullable(),
    mediaId: z.uuid().nullable(),
    /** The work of an operator; the app of a provider has none. */
    subject: z
      .object({ type: z.enum(notifiedWork), id: z.uuid() })
      .nullable()
      .optional(),
    links: z.object({
      app: z.string().meta({ examples: ['providertrust://cases/019a4909-3ae8-7b17-8c5e-92d06f4ab1e3'] }),
      web: z.url().meta({ examples: ['https://app.example.org/cases/019a4909-3ae8-7b17-8c5e-92d06f4ab1e3'] }),
    }),
    state: z.enum(['unread', 'read']),
    createdAt: z.iso.datetime(),
    readAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Notification' });

const NotificationGroup = z
  .object({ group: z.enum(notificationGroups), unreadCount: z.number().int().min(0) })
  .meta({ id: 'NotificationGroup' });

const counts = { unreadCount: z.number().int().min(0), groups: z.array(NotificationGroup) };

export const NotificationPage = z
  .object({
    items: z.array(Notification),
    nextCursor: z.string().nullable(),
    nextSince: z.string().meta({ examples: [sinceExample] }),
    ...counts,
  })
  .meta({ id: 'NotificationPage' });

export const NotificationsReadAll = z
  .strictObject({ group: z.enum(notificationGroups).optional(), latestCreatedAt: z.iso.datetime().optional() })
  .meta({ id: 'NotificationsReadAll' });

export const NotificationCounts = z.object(counts).meta({ id: 'NotificationCounts' });
