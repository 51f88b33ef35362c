import type { ExplainedClass } from '../retention/retention.ts'

/** What goes when after somebody has left a clinic, and why it stays until then (docs/decisions/0084). */
export const retentionTexts = {
  title: 'What goes when',
  /** before a date */
  until: 'Kept until',
  classes: {
    convenience: {
      what: 'Settings, saved cards, reading history, waiting list, sent messages',
      why: 'Whoever comes back by then finds everything as it was.',
    },
    trail: { what: 'Who looked at the record and changed it', why: 'The law asks for a trail.' },
    money: {
      what: 'Invoices, payments and agreements',
      why: 'Tax law asks for them. After that, names and cards are taken out.',
    },
    record: {
      what: 'Visits, messages, files, notes and health information',
      why: 'Medical records are kept by law; a child’s longer, until ten years after the 18th birthday.',
    },
  } satisfies Record<ExplainedClass, { what: string; why: string }>,
  hold: 'If the law asks the clinic to keep something, it stays until that ends.',

  person: {
    title: 'Keeping and erasing',
    free: 'Nothing is held back: what is due after this person has left is erased.',
    /** before a date */
    heldSince: 'Held since',
    held: (name: string) => `Nothing about ${name} is erased until the hold is released.`,
    place: {
      title: (name: string) => `Hold everything about ${name}?`,
      consequence:
        'For a dispute, or where the law demands it. Nothing is erased until an admin releases the hold, even after this person has left.',
      keep: 'Not now',
      action: 'Place a legal hold',
    },
    release: {
      title: (name: string) => `Release the hold on ${name}?`,
      consequence: 'What is due is erased in the coming night, and cannot be brought back.',
      keep: 'Keep the hold',
      action: 'Release the hold',
    },
    placed: 'Nothing is erased until the hold is released',
    released: 'The hold is released',
    failed: 'The hold could not be changed. Please try again.',
    loadFailed: 'Whether there is a hold could not be loaded',
  },

  leave: {
    title: 'Leave this clinic',
    lead: (clinic: string) =>
      `You can leave ${clinic} at any time. Your account stays, and so does your place at other clinics.`,
    button: 'Leave this clinic',
    failedToAsk: 'We could not look up what leaving would end. Please try again.',
    question: (clinic: string) => `Leave ${clinic}?`,
    consequence: (clinic: string) =>
      `You can no longer open ${clinic}, starting now. Join again within 30 days, and you find everything as it was.`,
    plan: (plan: string, date: string) =>
      `“${plan}” stays paid until ${date}. After that nothing is charged.`,
    keep: 'Stay',
    confirm: 'Leave',
    confirmWithPlan: (plans: number) => (plans === 1 ? 'End plan and leave' : 'End plans and leave'),
    done: (clinic: string) => `You have left ${clinic}`,
    overdue: (plan: string) => `The last payment of “${plan}” did not go through.`,
    doneDetail: 'Your plan is canceled. A mail confirms until when it lasts.',
    waits:
      'Your plan is not canceled yet: the clinic’s payments account cannot be reached, and your card may still be charged. Carefold retries and mails you when charges are stopped.',
    failed: 'You could not leave the clinic. Please try again.',
  },
}
