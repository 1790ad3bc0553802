import { PublicImageMediaType } from '@trust/contracts/document';
import { IntentState } from '@trust/contracts/events/evidence';
import { MediaKind, MediaSize } from '@trust/contracts/events/public-media';
import { MediaId, ProviderId } from '@trust/contracts/fields';
import { Page } from '@trust/contracts/page';
import { singleLine } from '@trust/contracts/values/free-text';
import { z } from 'zod';
import { DeclaredSha256, DeclaredSize, SizeBytes } from '../items/versions/document-fields.ts';
import { AttemptCount, UploadSession } from '../upload/intents/schema.ts';
import { MediaReasonCode } from './media-reason.ts';
import { MediaState } from './states.ts';

export const MediaParams = z.object({ mediaId: MediaId });

/** Public names are the SHA-256 of the bytes. */
export const PublicMediaName = z.object({
  name: z
    .string()
    .regex(/^[0-9a-f]{64}\.webp$/)
    .meta({
      description: 'Name of the image: the SHA-256 of its bytes in hex, and `.webp`.',
      examples: ['c1d4f0b39a27e85d6f13a0c7b2e94d58f7061c3ab9d2e4f58071a6c3d9e2b4f7.webp'],
    }),
});

const ImageKind = MediaKind.meta({ description: 'What the image is for.', examples: ['work'] });
const ImageState = MediaState.describe('State of the image.');

const Width = z
  .number()
  .int()
  .meta({ description: 'Width in pixels.', examples: [960] });
const Height = z
  .number()
  .int()
  .meta({ description: 'Height in pixels.', examples: [720] });

/** A repeat under the same `clientIntentKey` must equal it in all but `alt`. */
export const MediaCreate = z
  .strictObject({
    clientIntentKey: z
      .string()
      .min(1)
      .max(200)
      .meta({
        description: 'Key that the client generates, 1 to 200 characters. Send the same one to repeat the request.',
        examples: ['distribution-board-2026-11-03'],
      }),
    kind: ImageKind,
    alt: singleLine(1, 200).meta({
      description: 'What the image shows, 1 to 200 characters. Operators approve it with the image.',
      examples: ['A new distribution board, labelled by room'],
    }),
    mediaType: PublicImageMediaType.meta({ description: 'Media type of the image.', examples: ['image/jpeg'] }),
    sizeBytes: DeclaredSize,
    sha256: DeclaredSha256,
  })
  .meta({ id: 'MediaCreate' });
export type MediaCreate = z.output<typeof MediaCreate>;

const mediaFacts = {
  id: MediaId,
  kind: ImageKind,
  alt: z
    .string()
    .nullable()
    .meta({
      description: 'What the image shows, for people who do not see it; null once the provider is erased.',
      examples: ['A new distribution board, labelled by room'],
    }),
  mediaType: z.string().meta({
    description: 'Media type of the uploaded file: `image/jpeg`, `image/png` or `image/webp`. Public images are WebP.',
    examples: ['image/jpeg'],
  }),
  sizeBytes: SizeBytes.describe('Size of the uploaded file in bytes.'),
  createdAt: z.iso.datetime().describe('When the upload was opened.'),
  clientIntentKey: z
    .string()
    .meta({ description: 'The key that the client generated.', examples: ['distribution-board-2026-11-03'] }),
};

export const MediaUpload = z
  .object({
    ...mediaFacts,
    state: IntentState.describe('State of the upload.'),
    attemptCount: AttemptCount,
    session: UploadSession.describe('The current upload session, with a signed URL for each part.'),
  })
  .meta({ id: 'MediaUpload' });

const MediaReason = z
  .object({
    code: MediaReasonCode.meta({
      description: 'Why the scan refused the image, or an operator rejected it.',
      examples: ['too_many_pixels'],
    }),
    advice: z.string().meta({
      description: 'What is wrong and what to do, in the language of the response.',
      examples: ['The image exceeds 40 megapixels. Reduce its size and upload it again.'],
    }),
  })
  .nullable()
  .meta({ id: 'MediaReason' });

export const Media = z
  .object({
    ...mediaFacts,
    state: ImageState.meta({ examples: ['approved'] }),
    reason: MediaReason.meta({
      description: 'Why the image was refused or rejected, and what to do; null otherwise.',
      examples: [null],
    }),
    publishedAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: 'When the image was published; null unless it is `approved` and published.',
        examples: ['2026-11-03T10:12:00.000Z'],
      }),
    sizes: z
      .array(
        z
          .object({
            url: z.url().meta({
              description: 'Public URL. It is 410 once the image is removed, and while the provider is not public.',
              examples: [
                'https://api.example.com/api/v1/public/media/c1d4f0b39a27e85d6f13a0c7b2e94d58f7061c3ab9d2e4f58071a6c3d9e2b4f7.webp',
              ],
            }),
            width: Width,
            height: Height,
          })
          .meta({ id: 'MediaSize' }),
      )
      .describe('The public sizes of a published image, smallest first; empty unless it is published.'),
  })
  .meta({ id: 'Media' });

export const MediaPage = Page(Media).meta({ id: 'MediaPage' });

/** The operator who decides sees this view. */
export const ModeratedMedia = z
  .object({
    id: MediaId,
    providerId: ProviderId,
    kind: ImageKind,
    alt: z
      .string()
      .nullable()
      .meta({
        description: 'What the image shows, for people who do not see it; null once the provider is erased.',
        examples: ['A new distribution board, labelled by room'],
      }),
    state: ImageState.meta({ examples: ['pending'] }),
    createdAt: z.iso.datetime().describe('When the upload was opened.'),
    images: z
      .array(
        z
          .object({
            size: MediaSize.describe('Which of the three sizes.'),
            width: Width,
            height: Height,
            sizeBytes: z
              .number()
              .int()
              .meta({ description: 'Size in bytes.', examples: [84213] }),
          })
          .meta({ id: 'ModeratedImage' }),
      )
      .describe('The sizes that can be viewed.'),
  })
  .meta({ id: 'ModeratedMedia' });

export const ImageQuery = z.strictObject({
  size: MediaSize.default('large').describe('Which of the three sizes to return.'),
});
