import { actorNames } from '../authorization/actors.ts';
import { type Allowed, answers } from './allowed-rule.ts';

export const allowedMedia: readonly Allowed[] = [
  {
    kinds: ['intent id', 'intent key', 'alt'],
    places: answers('createMedia', 'confirmMedia', 'listMedia'),
    as: ['owner', 'manager'],
    why: 'who manages the profile sees its images, in every state',
  },
  {
    kinds: ['session id', 'token'],
    places: answers('createMedia'),
    as: ['owner'],
    why: 'uploaders see their own upload, and put parts to signed addresses',
  },
  {
    kinds: ['intent id', 'provider id', 'alt'],
    places: answers('getModeratedMedia', 'createMediaDecision'),
    as: ['supervisor', 'supervisor2'],
    why: 'operators who moderate; the image is published with its description',
  },
  {
    kinds: ['intent id'],
    places: answers('getModeratedImage'),
    as: ['supervisor', 'supervisor2'],
    why: 'the file is named by the image in the path',
  },
  {
    kinds: ['intent id'],
    places: answers('listTriageItems'),
    as: ['supervisor', 'supervisor2'],
    why: 'an image that waits for a decision is named by its id',
    isLate: true,
  },
  {
    kinds: ['version id'],
    places: answers('listTriageItems'),
    as: ['triage', 'supervisor', 'supervisor2'],
    why: 'a document that waits for its scan or failed it is named by its id',
    isLate: true,
  },
  {
    kinds: ['duplicate id', 'override id'],
    places: answers('listTriageItems'),
    as: ['supervisor', 'supervisor2', 'security'],
    why: 'a pair of providers or an override that waits for an operator is named by its id',
    isLate: true,
  },
  {
    kinds: ['alt'],
    places: answers('getPublicProvider'),
    as: actorNames,
    why: 'an approved image is shown with its description',
  },
  {
    kinds: ['alt'],
    places: ['event evidence.public-media.changed.v1'],
    why: 'of a published image, for the public profile',
  },
];
