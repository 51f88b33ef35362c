import type { DeliveryStatus, WebhookFailure, WebhookOffReason, WebhookTopic } from '../webhooks/kinds.ts'

/** Settings, Integrations: endpoints and their log. */
export const webhookTexts = {
  title: 'Webhooks',
  lead: 'Carefold sends a signed request to your own program when something changes. It has ids, the kind of event and the time, no names and no content.',
  guide: 'How to receive and verify events',
  add: 'Add endpoint',
  none: 'No endpoints yet. Add the web address of a program that should be notified of changes.',
  loadFailed: 'Your webhooks could not be loaded',
  saveFailed: 'This could not be saved',
  list: 'Endpoints',

  topics: {
    person: 'People',
    plan: 'Plans',
    payment: 'Payments',
    visit: 'Visits',
    message: 'Messages',
  } satisfies Record<WebhookTopic, string>,
  topicHints: {
    person: 'added, joined, changed, merged, left',
    plan: 'started, changed, ended',
    payment: 'received, failed, refunded',
    visit: 'booked, moved, canceled and every other step',
    message: 'received from a patient, sent by your team',
  } satisfies Record<WebhookTopic, string>,

  state: { on: 'On', failing: 'Failing', off: 'Off' },
  offReasons: {
    paused: 'Paused. Events that happen now are not sent.',
    failing: 'Switched off after five days in which every request failed. Fix the receiver, then resume.',
    gone: 'Switched off because the receiver answered that it is gone (410).',
    secret_lost: 'Switched off because its secret can no longer be read. Create a new one, then resume.',
  } satisfies Record<WebhookOffReason, string>,
  failingSince: 'Requests have failed since',
  bothSecrets: 'Signed with the new and the former secret until',

  actionsOf: (host: string) => `Actions for ${host}`,
  test: 'Send test event',
  tested: 'Test event sent. The result is in the log.',
  edit: 'Edit',
  pause: 'Pause',
  paused: 'The endpoint is paused',
  resume: 'Resume',
  resumed: 'The endpoint is on',
  rotate: 'New secret',
  remove: 'Remove',
  removed: 'The endpoint was removed',
  failed: 'This did not work',

  form: {
    addTitle: 'Add endpoint',
    editTitle: 'Edit endpoint',
    url: 'Web address',
    urlHint: 'Begins with https:// and accepts POST requests.',
    topics: 'Send events about',
    save: 'Save',
    saving: 'Saving...',
    cancel: 'Cancel',
    added: 'The endpoint was added',
    saved: 'The endpoint was saved',
    unsaved: 'The endpoint has not been saved.',
    stay: 'Continue editing',
  },

  secret: {
    title: 'Signing secret',
    lead: 'Copy it now: it is not shown again. Your program verifies with it that a request comes from Carefold.',
    copy: 'Copy secret',
    both: 'For the next 24 hours, requests are signed with the former secret too.',
    done: 'Done',
  },

  askPause: {
    title: 'Pause this endpoint?',
    consequence: 'Events that happen during the pause are not sent, also not later.',
    keep: 'Leave it on',
    action: 'Pause',
  },
  askRotate: {
    title: 'Create a new secret?',
    consequence:
      'Requests are signed with both secrets for 24 hours. Give the new one to your program in that time.',
    keep: 'Not now',
    action: 'Create secret',
  },
  askRemove: {
    title: 'Remove this endpoint?',
    consequence: 'It gets no more events, and its log is deleted. Waiting events are not sent.',
    keep: 'Leave it',
    action: 'Remove',
  },

  log: {
    open: 'Show log',
    close: 'Hide log',
    openOf: (host: string) => `Show the log of ${host}`,
    closeOf: (host: string) => `Hide the log of ${host}`,
    label: 'Log',
    none: 'Nothing was sent yet.',
    failed: 'The log could not be loaded',
    more: 'Show older',
    deletedAfter: (days: number) => `Entries are deleted after ${days} days.`,
    statuses: {
      waiting: 'Waiting',
      delivered: 'Delivered',
      failed: 'Failed',
    } satisfies Record<DeliveryStatus, string>,
    failures: {
      unreachable: 'No connection',
      timeout: 'No answer in 10 seconds',
      refused_address: 'Not a public address',
      redirect: 'Redirects are not followed',
      response: 'Refused',
    } satisfies Record<WebhookFailure, string>,
    code: (code: number) => `Status ${code}`,
    duration: (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`),
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    next: 'Next attempt',
    resend: 'Send again',
    resendOf: (kind: string) => `Send ${kind} again`,
    resent: 'The event is being sent again',
  },

  errors: {
    missing: 'Enter the web address of your program.',
    wrong: 'This is not a web address. It begins with https:// and has no user name.',
    https: 'Use an address that begins with https://.',
    topics: 'Choose at least one kind of event.',
    most: 'You have ten endpoints. Remove one before you add another.',
    known: 'This address is an endpoint already.',
  },
} as const
