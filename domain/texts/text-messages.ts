import type { AccountTextKind } from '../text-messages/text-messages.ts'

const callClinic = 'Call your clinic to change it. Reply STOP to end texts.'

/**
 * Text messages to patients. They name no clinic, plan or kind of visit: anyone with the phone can read them
 * (docs/domain-rules.md rule 31).
 */
export const textMessageTexts = {
  kinds: {
    patient_message: (link: string) =>
      `You have a new message from your clinic. Sign in: ${link} Reply STOP to end texts.`,
    patient_update: (link: string) =>
      `You have news from your clinic. Sign in: ${link} Reply STOP to end texts.`,
    patient_reminder: (link: string) =>
      `You have a reminder from your clinic. Sign in: ${link} Reply STOP to end texts.`,
  } satisfies Record<AccountTextKind, (link: string) => string>,

  /** only the time; the link's page needs no sign-in */
  visitReminder: (when: string, link: string) =>
    `Clinic reminder: ${when}. Will you come? ${link} Reply STOP to end.`,

  /** to a patient without an account, who cannot sign in */
  record: {
    changes: {
      booked: (when: string) => `Your clinic expects you on ${when}. ${callClinic}`,
      requested: (when: string) => `Your clinic will answer your request for ${when}. ${callClinic}`,
      accepted: (when: string) => `Your clinic expects you on ${when}. ${callClinic}`,
      moved: (when: string) => `Your time at your clinic was moved to ${when}. ${callClinic}`,
      changed: (when: string) => `Your clinic expects you on ${when}. ${callClinic}`,
      canceled: (when: string) => `Your time at your clinic on ${when} was canceled. ${callClinic}`,
    },
    /** with the first time of a series */
    changesOfMany: {
      booked: (count: number, first: string) =>
        `Your clinic expects you at ${count} times, first on ${first}. ${callClinic}`,
      requested: (count: number, first: string) =>
        `Your clinic will answer for ${count} times, first ${first}. ${callClinic}`,
      accepted: (count: number, first: string) =>
        `Your clinic expects you at ${count} times, first on ${first}. ${callClinic}`,
      moved: (count: number, first: string) =>
        `${count} times at your clinic were moved, the first to ${first}. ${callClinic}`,
      changed: (count: number, first: string) =>
        `Your clinic expects you at ${count} times, first on ${first}. ${callClinic}`,
      canceled: (count: number, first: string) =>
        `${count} times at your clinic were canceled, the first on ${first}. ${callClinic}`,
    },
  },

  /** replies to incoming texts */
  help: (link: string) =>
    `Your clinic sends you messages about your care here. To write to your clinic, sign in: ${link} Reply STOP to end texts, START to get them again. Message and data rates may apply.`,
  stopped: 'You no longer get texts from your clinic. Reply START to get them again.',
  started: 'You get texts from your clinic again. Reply STOP to end them.',

  /** stored in the consent ledger */
  wordings: {
    version: 'sms-2026-11',
    stopped: (word: string) => `Text message: ${word}`,
    started: (word: string) => `Text message: ${word}`,
  },
}
