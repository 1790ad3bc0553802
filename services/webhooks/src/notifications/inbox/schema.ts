import { NotifiedWork, notificationTemplates } from '@trust/contracts/events/any';
import { PageQuery } from '@trust/contracts/page';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import { NotificationGroup } from '../../messages/catalogue.ts';

const State = valueList({
  unread: { en: 'Unread', fr: 'Non lu', means: 'Not read yet.' },
  read: { en: 'Read', fr: 'Lu', means: 'Marked as read.' },
});

const sinceExample = 'Xq7hP2vR9c0tYb1nWq5kD3mLsZ8aFgJu6oEiN4xQ';

export const NotificationQuery = PageQuery.extend({
  group: NotificationGroup.optional().describe('Only notifications of this group.'),
  since: z
    .string()
    .optional()
    .meta({ examples: [sinceExample] })
    .describe('The `nextSince` of an earlier response: only notifications that are new or were read since then.'),
});

export const Notification = z
  .object({
    id: z.uuid().describe('Identifier of the notification.'),
    group: NotificationGroup.meta({ examples: ['cases'] }).describe(
      'Group of the notification, for lists and preferences.',
    ),
    type: z
      .enum(notificationTemplates)
      .meta({ examples: ['case_decided'] })
      .describe('What happened.'),
    title: z
      .string()
      .meta({ examples: ['Decision available'] })
      .describe('Title in the language of the request.'),
    text: z
      .string()
      .meta({ examples: ['A verification has been decided. Open your workspace to read the decision.'] })
      .describe('Text in the language of the request. It contains no private evidence, document data or name.'),
    providerId: z
      .uuid()
      .nullable()
      .meta({
        description: 'Identifier of the provider that the notification is about; null if it is about you.',
        examples: ['019a4907-6d18-7e52-a2b4-0f3c9be81d77'],
      }),
    caseId: z
      .uuid()
      .nullable()
      .meta({
        description: 'Identifier of the verification case, if the notification is about one.',
        examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'],
      }),
    claimId: z
      .uuid()
      .nullable()
      .meta({
        description: 'Identifier of the claim, if the notification is about one.',
        examples: ['019a4931-7e90-7a6b-9c52-d84f03b1e7a5'],
      }),
    enquiryId: z.uuid().nullable().describe('Identifier of the enquiry, if the notification is about one.'),
    reviewId: z.uuid().nullable().describe('Identifier of the review, if the notification is about one.'),
    disputeId: z.uuid().nullable().describe('Identifier of the dispute, if the notification is about one.'),
    reportId: z.uuid().nullable().describe('Identifier of the report, if the notification is about one.'),
    mediaId: z.uuid().nullable().describe('Identifier of the image, if the notification is about one.'),
    /** The work of an operator; the app of a provider has none. */
    subject: z
      .object({
        type: NotifiedWork.describe('Type of the subject.'),
        id: z.uuid().describe('Identifier of the subject.'),
      })
      .nullable()
      .optional()
      .describe('The work of an operator that the notification is about; null otherwise.'),
    links: z
      .object({
        app: z
          .string()
          .meta({ examples: ['providertrust://cases/019a4909-3ae8-7b17-8c5e-92d06f4ab1e3'] })
          .describe('Deep link of the app.'),
        web: z
          .url()
          .meta({ examples: ['https://app.example.org/cases/019a4909-3ae8-7b17-8c5e-92d06f4ab1e3'] })
          .describe(
            'The same place as a universal link of the app (`APP_URL`). On a platform without one, its start page: ignore it.',
          ),
      })
      .describe('What a tap opens.'),
    state: State.describe('Whether you have read it.'),
    createdAt: z.iso.datetime().describe('When the notification was created.'),
    readAt: z.iso.datetime().nullable().describe('When it was marked as read; null while it is unread.'),
  })
  .meta({ id: 'Notification' });

const GroupCount = z
  .object({
    group: NotificationGroup.describe('The group.'),
    unreadCount: z.number().int().min(0).describe('Number of unread notifications.'),
  })
  .meta({ id: 'NotificationGroup' });

const counts = {
  unreadCount: z.number().int().min(0).describe('Number of unread notifications.'),
  groups: z.array(GroupCount).describe('Unread notifications by group; every group is listed.'),
};

export const NotificationPage = z
  .object({
    items: z.array(Notification).describe('The notifications of the page.'),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Pass it as `cursor` to get the next page; null on the last one.', examples: [null] }),
    nextSince: z
      .string()
      .meta({ examples: [sinceExample] })
      .describe('Send it as `since` to get what changed after this response. Keep the last one.'),
    ...counts,
  })
  .meta({ id: 'NotificationPage' });

export const NotificationsReadAll = z
  .strictObject({
    group: NotificationGroup.optional().describe('Only notifications of this group. Default: all.'),
    latestCreatedAt: z.iso
      .datetime()
      .optional()
      .describe('Only notifications created at that time or before. Default: all.'),
  })
  .meta({ id: 'NotificationsReadAll' });

export const NotificationCounts = z.object(counts).meta({ id: 'NotificationCounts' });
