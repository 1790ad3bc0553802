import { NotifiedWork } from '@trust/contracts/events/any';
import { NotificationTemplate } from '@trust/contracts/notifications/notification-templates';
import { PageQuery } from '@trust/contracts/page';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { NotificationGroup } from '../../messages/groups.ts';

const ReadState = valueList('notificationReadState', {
  unread: { en: 'Unread', fr: 'Non lue', means: 'Not marked as read yet.' },
  read: { en: 'Read', fr: 'Lue', means: 'Marked as read.' },
});

const sinceExample = 'Xq7hP2vR9c0tYb1nWq5kD3mLsZ8aFgJu6oEiN4xQ';

export const NotificationQuery = PageQuery.extend({
  group: NotificationGroup.optional().describe('Only notifications of this group.'),
  since: z
    .string()
    .optional()
    .meta({
      description: 'The `nextSince` of an earlier response: only notifications that are new or were read since then.',
      examples: [sinceExample],
    }),
});

export const Notification = z
  .object({
    id: z.uuid().describe('Identifier of the notification.'),
    group: NotificationGroup.meta({
      description: 'Group of the notification, for lists and preferences.',
      examples: ['cases'],
    }),
    type: NotificationTemplate.meta({ description: 'What happened.', examples: ['case_decided'] }),
    title: z.string().meta({ description: 'Title, in the language of the request.', examples: ['Decision available'] }),
    text: z.string().meta({
      description: 'Text, in the language of the request. It contains no private evidence, document data or name.',
      examples: ['A verification has been decided. Open your workspace to read the decision.'],
    }),
    providerId: z
      .uuid()
      .nullable()
      .meta({
        description: 'Identifier of the provider that the notification is about; null if it is about you only.',
        examples: ['019a4907-6d18-7e52-a2b4-0f3c9be81d77'],
      }),
    caseId: z
      .uuid()
      .nullable()
      .meta({
        description: 'Identifier of the verification case that the notification is about; null if there is none.',
        examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'],
      }),
    claimId: z
      .uuid()
      .nullable()
      .meta({
        description: 'Identifier of the claim that the notification is about; null if there is none.',
        examples: ['019a4931-7e90-7a6b-9c52-d84f03b1e7a5'],
      }),
    enquiryId: z
      .uuid()
      .nullable()
      .describe('Identifier of the enquiry that the notification is about; null if there is none.'),
    reviewId: z
      .uuid()
      .nullable()
      .describe('Identifier of the review that the notification is about; null if there is none.'),
    disputeId: z
      .uuid()
      .nullable()
      .describe('Identifier of the dispute that the notification is about; null if there is none.'),
    reportId: z
      .uuid()
      .nullable()
      .describe('Identifier of the report that the notification is about; null if there is none.'),
    mediaId: z
      .uuid()
      .nullable()
      .describe('Identifier of the image that the notification is about; null if there is none.'),
    subject: z
      .object({
        type: NotifiedWork.describe('What kind of work it is.'),
        id: z.uuid().describe('Identifier of the work.'),
      })
      .nullable()
      .optional()
      .describe('The work of an operator that the notification is about; null otherwise.'),
    links: z
      .object({
        app: z.string().meta({
          description: 'Deep link of the app.',
          examples: ['providertrust://cases/019a4909-3ae8-7b17-8c5e-92d06f4ab1e3'],
        }),
        web: z.url().meta({
          description:
            'The same place as a universal link of the app (`APP_URL`). On a platform without one: the page that verifies the claim, else the start page, which you ignore.',
          examples: ['https://app.example.org/cases/019a4909-3ae8-7b17-8c5e-92d06f4ab1e3'],
        }),
      })
      .describe('What a tap opens.'),
    state: ReadState.describe('Whether you have marked it as read.'),
    createdAt: z.iso.datetime().describe('When the notification was created.'),
    readAt: z.iso.datetime().nullable().describe('When it was marked as read; null while it is unread.'),
  })
  .meta({ id: 'Notification' });

const GroupCount = z
  .object({
    group: NotificationGroup.describe('The group.'),
    unreadCount: z.number().int().min(0).describe('Number of unread notifications of the group.'),
  })
  .meta({ id: 'NotificationGroup' });

const counts = {
  unreadCount: z.number().int().min(0).describe('Number of unread notifications, of all groups.'),
  groups: z.array(GroupCount).describe('Unread notifications by group; every group is listed.'),
};

export const NotificationPage = z
  .object({
    items: z
      .array(Notification)
      .describe('The notifications of the page, newest first; with `since` in the order of their changes.'),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Pass it as `cursor` to get the next page; null on the last one.', examples: [null] }),
    nextSince: z.string().meta({
      description: 'Send it as `since` to get what changed after this response. Keep the last one.',
      examples: [sinceExample],
    }),
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
