import { mediaRejections } from '../../reasons/media-reasons.ts';
import { documentRefusal } from './evidence.ts';
import type { Vocabulary } from './vocabulary.ts';

const kind: Vocabulary = { profile: 'The provider: a portrait, a team or a logo.', work: 'Work of the provider.' };
const state: Vocabulary = {
  uploading: 'Its parts are sent.',
  processing: 'Confirmed; waits for its scan.',
  pending: 'Scanned and drawn anew; waits for an operator.',
  approved: 'Approved; public within seconds, while the provider is public.',
  rejected: 'Rejected by an operator. Final.',
  refused: 'Not accepted by the scan. Final.',
  withdrawn: 'Withdrawn by the provider. Final.',
};
const size: Vocabulary = {
  small: 'At most 320 pixels on the longer side.',
  medium: 'At most 960 pixels on the longer side.',
  large: 'At most 1920 pixels on the longer side.',
};
const outcome: Vocabulary = { approved: 'The image is published.', rejected: 'The image is removed.' };
const rejections: Vocabulary = Object.fromEntries(Object.entries(mediaRejections).map(([code, { en }]) => [code, en]));
const decision: Vocabulary = { complies: 'It keeps the rules.', ...rejections };

export const mediaValues: Record<string, Vocabulary> = {
  'Media.kind': kind,
  'MediaCreate.kind': kind,
  'MediaUpload.kind': kind,
  'ModeratedMedia.kind': kind,
  'PublicMedia.kind': kind,
  'public-media.kind': kind,
  'Media.state': state,
  'ModeratedMedia.state': state,
  'query.size': size,
  size,
  'MediaReason.code': {
    ...documentRefusal,
    malware: 'Malware was found.',
    unscannable: 'The file could not be scanned.',
    lost: 'Lost from storage.',
    ...rejections,
  },
  'MediaDecisionCreate.outcome': outcome,
  'public-media.outcome': outcome,
  'MediaDecisionCreate.reasonCode': decision,
  'public-media.reasonCode': decision,
  'public-media.state': {
    pending: 'Waits for an operator.',
    published: 'Public, while its provider is.',
    removed: 'Withdrawn or rejected.',
  },
};
