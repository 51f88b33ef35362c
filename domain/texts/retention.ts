import type { ExplainedClass } from '../retention/retention.ts'

/** docs/decisions/0084 */
export const retentionTexts = {
  title: 'How long we keep things',
  /** before a date */
  until: 'Stored until',
  classes: {
    convenience: {
      what: 'Settings, saved cards, reading history, waiting list, sent messages',
      why: 'A patient who returns before then finds everything unchanged.',
    },
    trail: { what: 'The log of views and changes', why: 'The law requires an audit trail.' },
    money: {
      what: 'Invoices, payments and agreements',
      why: 'Tax law requires them. After that, names and cards are removed.',
    },
    record: {
      what: 'Visits, messages, files, notes and health information',
      why: 'The law requires it. A child’s records are stored longer, until ten years after the 18th birthday.',
    },
  } satisfies Record<ExplainedClass, { what: string; why: string }>,
  hold: 'Data under a legal hold stays until the hold ends.',

  person: {
    title: 'Data retention',
    free: 'No legal hold: after this person leaves, data is erased as scheduled.',
    /** before a date */
    heldSince: 'Held since',
    held: (name: string) => `Nothing about ${name} is erased until the hold is released.`,
    place: {
      title: (name: string) => `Place a legal hold on ${name}?`,
      consequence:
        'For a dispute, or if the law requires it. Nothing is erased until an admin releases the hold, even after this person has left.',
      keep: 'Not now',
      action: 'Place a legal hold',
    },
    release: {
      title: (name: string) => `Release the hold on ${name}?`,
      consequence:
        'Data that is already due for erasure is erased in the coming night and cannot be restored.',
      keep: 'Keep the hold',
      action: 'Release the hold',
    },
    placed: 'Nothing is erased until the hold is released',
    released: 'The hold is released',
    failed: 'The hold could not be changed. Please try again.',
    loadFailed: 'The legal hold could not be loaded',
  },

  leave: {
    title: 'Leave this clinic',
    lead: (clinic: string) =>
      `You can leave ${clinic} at any time. Your account and your other clinics are not affected.`,
    button: 'Leave this clinic',
    failedToAsk: 'We could not check your running plans. Please try again.',
    question: (clinic: string) => `Leave ${clinic}?`,
    consequence: (clinic: string) =>
      `You can no longer open ${clinic}, starting now. If you join again within 30 days, you find everything unchanged.`,
    plan: (plan: string, date: string) =>
      `“${plan}” stays active until ${date}. After that, nothing is charged.`,
    keep: 'Stay',
    confirm: 'Leave',
    confirmWithPlan: (plans: number) => (plans === 1 ? 'End plan and leave' : 'End plans and leave'),
    done: (clinic: string) => `You have left ${clinic}`,
    overdue: (plan: string) => `The last payment of “${plan}” did not go through.`,
    doneDetail: 'Your plan is canceled. An email confirms its last day.',
    waits:
      'Your plan is not canceled yet: the clinic’s payments account cannot be reached, and you may still be charged. Carefold retries and emails you when charges have stopped.',
    failed: 'You could not leave the clinic. Please try again.',
  },
}
