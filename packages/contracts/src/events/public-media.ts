import { z } from 'zod';
import { aggregate, event, snapshotOf } from '../event.ts';
import { MediaId, OccurredAt, OperatorId, ProviderId } from '../fields.ts';
import { valueList } from '../values/value-list.ts';

export const MediaKind = valueList('mediaKind', {
  profile: {
    en: 'Profile',
    fr: 'Profil',
    means: {
      en: 'The provider: a portrait, a team or a logo.',
      fr: 'Le prestataire\u00a0: un portrait, une équipe ou un logo.',
    },
  },
  work: { en: 'Work', fr: 'Travail', means: { en: 'Work of the provider.', fr: 'Un travail du prestataire.' } },
});
export const MediaSize = valueList('mediaSize', {
  small: { en: 'Small', fr: 'Petite', means: 'At most 320 pixels on the longer side.' },
  medium: { en: 'Medium', fr: 'Moyenne', means: 'At most 960 pixels on the longer side.' },
  large: { en: 'Large', fr: 'Grande', means: 'At most 1920 pixels on the longer side.' },
});
export const mediaSizes = MediaSize.options;
export const PublicMediaState = valueList('publicMediaState', {
  pending: { en: 'Pending', fr: 'En attente', means: 'Waits for an operator.' },
  published: { en: 'Published', fr: 'Publiée', means: 'Public, while its provider is.' },
  removed: { en: 'Removed', fr: 'Supprimée', means: 'Withdrawn or rejected.' },
});
export const publicMediaStates = PublicMediaState.options;

export const publicMediaChanged = event(
  'evidence.public-media.changed.v1',
  'An image for a public profile waits for an operator, was published, or was removed.',
  {
    mediaId: MediaId,
    providerId: ProviderId,
    /** Separation of duties: the uploader cannot approve. */
    uploaderId: z.uuid().describe('Identifier of the representative who uploaded it.'),
    kind: MediaKind.describe('What the image is for.'),
    state: PublicMediaState.describe('State of the image.'),
    /** Present only in the state `published`: the public sees this. */
    published: z
      .strictObject({
        alt: z.string().meta({
          description: 'What the image shows, for people who do not see it.',
          examples: ['A new distribution board, labelled by room'],
        }),
        sizes: z
          .array(
            z.strictObject({
              name: z.string().meta({
                description: 'Name of the image in its public URL.',
                examples: ['c1d4f0b39a27e85d6f13a0c7b2e94d58f7061c3ab9d2e4f58071a6c3d9e2b4f7.webp'],
              }),
              width: z
                .number()
                .int()
                .min(1)
                .meta({ description: 'Width in pixels.', examples: [960] }),
              height: z
                .number()
                .int()
                .min(1)
                .meta({ description: 'Height in pixels.', examples: [720] }),
            }),
          )
          .describe('The three sizes, smallest first.'),
      })
      .nullable()
      .describe('What the public sees; null unless the image was published.'),
    occurredAt: OccurredAt,
  },
  aggregate('public-media', ({ mediaId }) => mediaId),
);
export const publicMediaSnapshot = snapshotOf(publicMediaChanged);

export const MediaPart = valueList('mediaPart', {
  image: { en: 'Image', fr: 'Image', means: 'The image in its largest size.' },
  description: { en: 'Description', fr: 'Description', means: 'What the image shows, in the words of its provider.' },
});

export const publicMediaRead = event(
  'evidence.public-media.read.v1',
  'The description of an image, or the image in its largest size, was sent to an operator who may decide about it.',
  {
    mediaId: MediaId,
    part: MediaPart.describe('What was sent.'),
    readerId: OperatorId,
    occurredAt: OccurredAt,
  },
  aggregate('public-media', ({ mediaId }) => mediaId),
);
