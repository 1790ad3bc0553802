import type { ActorName } from '../authorization/actors.ts';
import { type Allowed, answers, caseworkers, team } from './allowed-rule.ts';

const operators: ActorName[] = [...caseworkers, 'field-agent', 'security'];

/** Each person sees only their own session, notifications, devices and payments. */
export const allowedToRecipients: readonly Allowed[] = [
  {
    kinds: ['provider id'],
    places: answers('getAccountSession'),
    as: team,
    why: 'the provider that the session works for',
  },
  {
    kinds: ['device id', 'installation id'],
    places: answers('createDevice'),
    as: ['owner'],
    why: 'the device of the person, without its token',
  },
  {
    kinds: ['notification id'],
    places: answers('listNotifications'),
    as: [...team, 'member', 'stranger', ...operators],
    why: 'the inbox of the person',
  },
  {
    kinds: ['case id'],
    places: answers('listNotifications'),
    as: ['reviewer', 'reviewer2', 'decider'],
    why: 'the case that another operator gave to the recipient',
    isLate: true,
  },
  {
    kinds: ['work item id'],
    places: answers('listNotifications'),
    as: ['field-agent'],
    why: 'the visit that a manager gave to the agent, without its case',
    isLate: true,
  },
  {
    kinds: ['dispute id', 'enquiry id', 'review id'],
    places: answers('listNotifications'),
    as: [...team, 'member', 'stranger'],
    why: 'what the notification is about; both sides of an enquiry, a review and a dispute know its id',
  },
  {
    kinds: ['intent id'],
    places: answers('listNotifications'),
    as: ['owner'],
    why: 'the image that the person uploaded',
  },
  {
    kinds: ['payment id'],
    places: answers('createPaymentIntent', 'getPaymentIntent', 'listAccountPayments'),
    as: ['owner'],
    why: 'the payments of the person',
  },
  {
    kinds: ['token'],
    places: answers('getPaymentIntent'),
    as: ['owner'],
    why: 'the client secret, with which the app of the payer confirms the payment',
  },
  {
    kinds: ['provider id'],
    places: answers('listAccountPayments'),
    as: ['owner'],
    why: 'the provider that the person paid for',
  },
];
